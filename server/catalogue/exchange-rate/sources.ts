import { z } from 'zod'
import type { ForeignCurrency } from '#contract/core/money.ts'
import type { Config } from '#server/platform/config/config.ts'

/** Fetches the price of one unit of a currency in rupees. */
type Ask = (currency: ForeignCurrency) => Promise<number>

type Source = {
  url: string
  ask(url: string, currency: ForeignCurrency): Promise<{ rupees: number; at: Date }>
}

const TIMEOUT_MS = 5_000
const AGE_MAX_MS = 7 * 24 * 60 * 60 * 1000 // banks are closed for five days at Easter
const Quoted = z.object({ INR: z.number().positive() })

const SOURCES: Record<Config['rates']['sources'][number], Source> = {
  frankfurter: { url: 'https://api.frankfurter.dev', ask: askFrankfurter },
  'open-er-api': { url: 'https://open.er-api.com', ask: askOpenErApi },
}

/** Asks the sources in turn until one returns a recent quote. */
export const createRates =
  ({ sources, url }: Config['rates'], now: () => Date): Ask =>
  async (currency) => {
    const problems: string[] = []
    for (const name of sources) {
      const source = SOURCES[name]
      try {
        const { rupees, at } = await source.ask(url ?? source.url, currency)
        if (now().getTime() - at.getTime() <= AGE_MAX_MS) return rupees
        problems.push(`${name} quotes an old rate, of ${at.toISOString().slice(0, 10)}`)
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    throw new Error(problems.join('; '))
  }

/** Reads the European Central Bank's rate of the last business day. */
async function askFrankfurter(url: string, currency: ForeignCurrency) {
  const Answer = z.object({ base: z.literal(currency), date: z.iso.date(), rates: Quoted })
  const { date, rates } = await fetchJson(`${url}/v1/latest?base=${currency}&symbols=INR`, Answer)
  return { rupees: rates.INR, at: new Date(date) }
}

async function askOpenErApi(url: string, currency: ForeignCurrency) {
  const Answer = z.object({
    result: z.literal('success'),
    base_code: z.literal(currency),
    time_last_update_unix: z.int(),
    rates: Quoted,
  })
  const { rates, ...quote } = await fetchJson(`${url}/v6/latest/${currency}`, Answer)
  return { rupees: rates.INR, at: new Date(quote.time_last_update_unix * 1000) }
}

async function fetchJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const { data, error } = schema.safeParse(await response.json())
  if (error) throw new Error(z.prettifyError(error), { cause: error })
  return data
}
