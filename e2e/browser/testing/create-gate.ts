/** A promise that resolves when `open` is called. */
export const createGate = () => {
  let open = (): void => undefined;
  const passing = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passing, open: () => open() };
};
