import type { ConnectorAccount } from '#connectors/manifest.ts'

/** The addresses and credentials that an adapter uses. Optional credentials that are not set are empty. */
export const accountFields = <Field extends string>(
  { addresses, credentials }: ConnectorAccount,
  ...fields: Field[]
): Record<Field, string> =>
  Object.fromEntries(
    fields.map((field) => [field, addresses[field] ?? credentials[field] ?? '']),
  ) as Record<Field, string>
