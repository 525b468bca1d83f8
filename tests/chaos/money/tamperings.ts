import type { Tokens } from '#tests/support/accounts/people.ts'
import type { Dice } from '#tests/chaos/dice.ts'

/** Extra fields an attacker might add to a body, hoping the server reads them. */
export const EXTRAS = [
  'price',
  'amount',
  'amountInr',
  'itemPrice',
  'sellingPrice',
  'total',
  'discount',
  'rate',
  'quantity',
  'role',
  'userId',
  'user',
  'status',
  'paymentStatus',
  'paidAt',
  'balance',
  'isPaid',
  'item_price',
  'quote',
  'constructor',
]

export const VALUES = [
  0,
  -1,
  0.01,
  1,
  1e-9,
  'reseller',
  'admin',
  'completed',
  true,
  null,
  { amount: 0 },
  [0],
]

export const HEADERS: Record<string, string>[] = [
  { 'x-role': 'reseller' },
  { 'x-user-role': 'admin' },
  { 'x-forwarded-user': 'admin' },
  { 'x-http-method-override': 'PUT' },
  { 'x-price': '0' },
  { cookie: 'role=admin; currency=USD' },
  { 'x-api-key': 'none' },
]

const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The same session with another role in its claims and no valid signature. */
export function forgeToken({ accessToken, refreshToken }: Tokens, dice: Dice): Tokens {
  const [head, claims, signature] = accessToken.split('.')
  const role = dice.pick(['reseller', 'admin'])
  const other = write({ ...read(claims!), role, isReseller: true })
  const none = write({ ...read(head!), alg: 'none' })
  const forged = dice.pick([
    `${head}.${other}.${signature}`,
    `${none}.${other}.`,
    `${none}.${other}.${signature}`,
  ])
  return { accessToken: forged, refreshToken }
}
