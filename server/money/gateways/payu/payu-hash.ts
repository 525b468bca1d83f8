import { createHash } from 'node:crypto'
import { isSame } from '#server/money/gateways/signing.ts'

export type Account = { merchantKey: string; salt: string }
export type Fields = Record<string, string>

const OWN_FIELDS = ['udf1', 'udf2', 'udf3', 'udf4', 'udf5']
const SIGNED = ['txnid', 'amount', 'productinfo', 'firstname', 'email', ...OWN_FIELDS]
const UNUSED = ['', '', '', '', ''] // udf6 to udf10, which nobody hashes

const sha512 = (parts: string[]): string =>
  createHash('sha512').update(parts.join('|')).digest('hex')

const valuesOf = (fields: Fields, names: string[]) => names.map((name) => fields[name] ?? '')

/** Of the form that opens a payment. */
export const hashOf = (fields: Fields, { merchantKey, salt }: Account): string =>
  sha512([merchantKey, ...valuesOf(fields, SIGNED), ...UNUSED, salt])

/** Of a command to the interface for servers. */
export const commandHashOf = (
  command: string,
  var1: string,
  { merchantKey, salt }: Account,
): string => sha512([merchantKey, command, var1, salt])

/**
 * Whether what came back has PayU's hash: the same fields backwards, behind what became of the payment. Charges on top
 * and a split come into it on some accounts only, even where they are told.
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

/** None of them, and each of those that are there. */
const toldIn = (fields: Fields, names: string[]): string[][] => [
  [],
  ...valuesOf(fields, names)
    .filter((value) => value !== '')
    .map((value) => [value]),
]
