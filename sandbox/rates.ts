// Two sources of exchange rates: frankfurter and open.er-api. Neither requires a key, and their addresses do not
// overlap. `POST /rates` changes their answers, for dollars or for another currency.
import { REPLY_FAULTS } from './faults.ts'
import { json, NO_ANSWER, type Answer, type Fields, type Handler } from './http.ts'
import type { Player, SandboxDeps } from './players/player.ts'

const NAME = 'rates'
const DAY_SECONDS = 24 * 60 * 60

/** Rupees for one unit. A rupee is 0.012 dollars. Untyped, because a broken feed may send anything. */
const RUPEES: Record<string, unknown> = { USD: 83.3333, EUR: 95, GBP: 110, AED: 22.7, JPY: 0.57 }

type Quote = { INR: unknown; date?: string | undefined }
const WIRES = ['frankfurter', 'open-er-api'] as const
type Wire = (typeof WIRES)[number]
type Change = { INR: unknown; date?: string; source?: Wire; base?: string }

export const rates = ({ faults }: SandboxDeps): Player => {
  const quotes: Record<Wire, Map<string, Quote>> = {
    frankfurter: new Map(Object.entries(RUPEES).map(([currency, INR]) => [currency, { INR }])),
    'open-er-api': new Map(Object.entries(RUPEES).map(([currency, INR]) => [currency, { INR }])),
  }

  const answerAs =
    (answer: (url: URL) => Answer): Handler =>
    async ({ url }) => {
      const outcome = await faults.suffer(NAME, async () => answer(url))
      if (outcome.is === 'dropped') return NO_ANSWER
      return outcome.is === 'done' ? outcome.value : json({ message: 'internal error' }, 500)
    }

  const setQuote: Handler = async ({ readFields }) => {
    const fields = await readFields()
    const problem = fields ? findProblem(fields) : 'Send INR, and date and source, as a JSON object'
    if (problem) return json({ message: problem }, 400)
    const { INR, date, source, base = 'USD' } = fields as Change
    for (const wire of source ? [source] : WIRES) quotes[wire].set(base, { INR, date })
    return json({ INR, date, base })
  }

  return {
    name: NAME,
    title: 'Exchange rates (frankfurter, open.er-api)',
    faults: REPLY_FAULTS,
    routes: {
      'GET /v1/latest': answerAs((url) => frankfurter(url, quotes.frankfurter)),
      'GET /v6/latest/*': answerAs((url) => openErApi(url, quotes['open-er-api'])),
      'POST /rates': setQuote,
    },
  }
}

const today = () => new Date().toISOString().slice(0, 10)

function frankfurter({ searchParams }: URL, quotes: Map<string, Quote>): Answer {
  const base = searchParams.get('base') ?? 'EUR'
  const quote = quotes.get(base)
  if (!quote || searchParams.get('symbols') !== 'INR') return json({ message: 'not found' }, 404)
  const { INR, date = today() } = quote
  return json({ amount: 1, base, date, rates: { INR } })
}

function openErApi({ pathname }: URL, quotes: Map<string, Quote>): Answer {
  const base = pathname.split('/').at(-1)!
  const quote = quotes.get(base)
  if (!quote) return json({ result: 'error', 'error-type': 'unsupported-code' }, 404)
  const { INR, date = today() } = quote
  const updated = Date.parse(date) / 1000
  return json({
    result: 'success',
    provider: 'https://www.exchangerate-api.com',
    time_last_update_unix: updated,
    time_next_update_unix: updated + DAY_SECONDS,
    time_eol_unix: 0,
    base_code: base,
    rates: { [base]: 1, INR },
  })
}

function findProblem({ INR, date, source }: Fields): string | undefined {
  if (INR === undefined) return 'INR must be what one unit of the base costs in rupees'
  if (date !== undefined && !isDate(date)) return 'date must be like 2026-01-31'
  if (source !== undefined && !WIRES.includes(source as Wire))
    return `source must be one of: ${WIRES.join(', ')}`
  return undefined
}

const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
