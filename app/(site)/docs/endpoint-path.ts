/** The path of an endpoint's page: `/docs/reference/list-odds` for `listOdds`. */
export const endpointPath = (operationId: string): `/docs/reference/${string}` =>
  `/docs/reference/${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
