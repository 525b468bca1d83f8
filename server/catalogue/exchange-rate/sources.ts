import { z } from 'zod'
import type { Config } from '#server/platform/config/config.ts'

/** Fetches the price of a dollar in rupees. */
export type Rates = () => Promise<number>

type Source = { url: string; ask(url: string): Promise<{ rupees: number; at: Date }> }

const TIMEOUT_MS = 5_000
const AGE_MAX_MS = 7 * 24 * 60 * 60 * 1000 // banks are closed for five days at Easter
const Quoted = z.object({ INR: z.number().positive() })

const SOURCES: Record<Config['rates']['sources'][number], Source> = {
  frankfurter: { url: 'https://api.frankfurter.dev', ask: askFrankfurter },
  'open-er-api': { url: 'https://open.er-api.com', ask: askOpenErApi },
}

/** Asks the sources in turn until one returns a recent quote. */
export const createRates =
  ({ sources, url }: Config['rates'], now: () => Date): Rates =>
  async () => {
    const problems: string[] = []
    for (const name of sources) {
      const source = SOURCES[name]
      try {
        const { rupees, at } = await source.ask(url ?? source.url)
        if (now().getTime() - at.getTime() <= AGE_MAX_MS) return rupees
        problems.push(`${name} quotes an old rate, of ${at.toISOString().slice(0, 10)}`)
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    throw new Error(problems.join('; '))
  }

const Frankfurter = z.object({ base: z.literal('USD'), date: z.iso.date(), rates: Quoted })

/** Reads the European Central Bank's rate of the last business day. */
async function askFrankfurter(url: string) {
  const { date, rates } = await fetchJson(`${url}/v1/latest?base=USD&symbols=INR`, Frankfurter)
  return { rupees: rates.INR, at: new Date(date) }
}

const OpenErApi = z.object({
  result: z.literal('success'),
  base_code: z.literal('USD'),
  time_last_update_unix: z.int(),
  rates: Quoted,
})

async function askOpenErApi(url: string) {
  const { rates, ...quote } = await fetchJson(`${url}/v6/latest/USD`, OpenErApi)
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
