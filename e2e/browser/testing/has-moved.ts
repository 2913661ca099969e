/**
 * A script that defines `hasMoved(source)` for a source of a layout shift. A right-aligned figure that only gets another digit has not
 * moved: one of its edges stays.
 */
export const defineHasMoved = `
  const hasMoved = ({ previousRect: before, currentRect: after }) =>
    before.top !== after.top || (before.left !== after.left && before.right !== after.right);
`;
