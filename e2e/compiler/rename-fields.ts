import ts from "typescript";

const suffix = "_renamed";

const isShape = (node: ts.ObjectLiteralExpression): boolean => {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return /^z\s*\.(strictObject|object)$/.test(parent.expression.getText());
  return ts.isVariableDeclaration(parent) && /Fields$/.test(parent.name.getText());
};

/**
 * A field whose value is a list of objects keeps its name. If this field were renamed, the compiler could not check the fields of the
 * list's items.
 */
const isObjectList = (type: ts.TypeNode | undefined): boolean => {
  if (type === undefined) return false;
  const list = ts.isTypeOperatorNode(type) ? type.type : type;
  return ts.isArrayTypeNode(list) && !/^(number|string)$/.test(list.elementType.getText());
};

/** Returns the text of a file in which each declared field has another name. */
export const renameFields = (file: ts.SourceFile): string => {
  const edits: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && isShape(node))
      for (const property of node.properties) {
        // A field whose value is a list keeps its name: see `isObjectList`.
        if (ts.isPropertyAssignment(property) && !/^z\s*\.array\(/.test(property.initializer.getText()))
          edits.push({ at: property.name.end, text: suffix });
        if (ts.isShorthandPropertyAssignment(property))
          edits.push({ at: property.name.end, text: `${suffix}: ${property.name.text}` });
      }
    if (ts.isPropertySignature(node) && !isObjectList(node.type))
      edits.push({ at: node.name.end, text: suffix });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits
    .sort((a, b) => b.at - a.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), file.text);
};

/** Whether a file declares fields of inputs, of responses or of the odds screen's views. */
export const declaresFields = (name: string): boolean =>
  /^server\/(web\/api\/([a-z]+-schemas|procedures\/[a-z-]+)|market\/(screen\/views|board\/quote-markets)|domain\/prices\/best\/group-lines)\.ts$/.test(
    name,
  );
