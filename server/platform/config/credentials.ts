import { variableOf } from '#connectors/variable-of.ts'
import type { CredentialField } from '#contract/core/credentials.ts'

/** Credentials under the contract's field names. Fields that aren't set are absent. */
export type Credentials = Record<string, string>

/** The credentials of one company in the environment. */
export const readCredentials = (
  env: object,
  company: string,
  fields: CredentialField[],
): Credentials =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = (env as Record<string, unknown>)[variableOf(company, name)]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
