import { formatExactly, type Currency } from '#contract/core/money.ts'

export type FieldChange = { name: string; before: string; after: string }

/** Lists the fields that changed. An added or deleted record lists all its fields. */
export function listChanges(before: unknown, after: unknown): FieldChange[] {
  const [old, fresh] = [toFields(before), toFields(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  const replace = inMoney((fresh['currency'] ?? old['currency'] ?? 'INR') as Currency)
  return names
    .map((name) => ({
      name: inWords(name),
      before: toText(old, name, replace),
      after: toText(fresh, name, replace),
    }))
    .filter((change) => change.before !== change.after)
}

type Fields = Record<string, unknown>

const toFields = (value: unknown): Fields => {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : { value }
}

/** Turns `priceMin` into `price min`. */
const inWords = (name: string): string =>
  name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, begin: string) => `${before} ${begin.toLowerCase()}`,
  )

/** The log stores amounts in the smallest unit, as the tables do. Amounts without a currency are in rupees. */
const AMOUNTS = new Set(
  `amount balance sentBack held discount minPrice roundTo roundMinus costPrice listPrice sellingPrice
  resellerPrice firstPrize secondPrize thirdPrize topTenPrize`.split(/\s+/),
)

const inMoney = (currency: Currency) => (name: string, value: unknown) =>
  typeof value === 'number' && AMOUNTS.has(name) ? formatExactly(value, currency) : value

type Replace = ReturnType<typeof inMoney>

function toText(fields: Fields, name: string, replace: Replace): string {
  const value = replace(name, fields[name])
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, replace)
}
