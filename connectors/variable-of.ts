const constantCase = (name: string) =>
  name
    .replaceAll('-', '_')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()

/** The environment variable of a connector's credential or address: clientId of phonepe is PHONEPE_CLIENT_ID. */
export const variableOf = (connector: string, field: string): string =>
  `${constantCase(connector)}_${constantCase(field)}`
