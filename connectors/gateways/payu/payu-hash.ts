import { isSame } from '#connectors/messages.ts'
import { createHash } from 'node:crypto'

export type Account = { merchantKey: string; salt: string }
export type Fields = Record<string, string>

const OWN_FIELDS = ['udf1', 'udf2', 'udf3', 'udf4', 'udf5']
const SIGNED = ['txnid', 'amount', 'productinfo', 'firstname', 'email', ...OWN_FIELDS]
const UNUSED = ['', '', '', '', ''] // udf6 to udf10, always empty in the hash

const sha512 = (parts: string[]): string =>
  createHash('sha512').update(parts.join('|')).digest('hex')

const valuesOf = (fields: Fields, names: string[]) => names.map((name) => fields[name] ?? '')

/** Hash of the form that opens a payment. */
export const hashOf = (fields: Fields, { merchantKey, salt }: Account): string =>
  sha512([merchantKey, ...valuesOf(fields, SIGNED), ...UNUSED, salt])

/** Hash of a command to PayU's server API. */
export const commandHashOf = (
  command: string,
  var1: string,
  { merchantKey, salt }: Account,
): string => sha512([merchantKey, command, var1, salt])

/**
 * True if returned fields carry PayU's hash: the status, then the same fields in reverse. On some accounts the hash
 * also covers extra charges and a split. On others it does not, even where they are sent.
 */
export function isFromPayU(fields: Fields, { merchantKey, salt }: Account): boolean {
  const { hash = '', key, status } = fields
  if (salt === '' || key !== merchantKey || !status) return false
  const rest = [...UNUSED, ...valuesOf(fields, SIGNED.toReversed()), merchantKey]
  const charges = toldIn(fields, ['additionalCharges', 'additional_charges'])
  return toldIn(fields, ['splitInfo'])
    .flatMap((split) => charges.map((charge) => [...charge, salt, status, ...split, ...rest]))
    .some((parts) => isSame(hash.toLowerCase(), sha512(parts)))
}

/** Alternatives to hash: no value at all, and each value that is present. */
const toldIn = (fields: Fields, names: string[]): string[][] => [
  [],
  ...valuesOf(fields, names)
    .filter((value) => value !== '')
    .map((value) => [value]),
]
