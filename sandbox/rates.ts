// Two sources of exchange rates: frankfurter and open.er-api. Neither requires a key, and their addresses do not
// overlap. `POST /rates` changes their answers.
import { REPLY_FAULTS } from './faults.ts'
import { json, NO_ANSWER, type Answer, type Fields, type Handler } from './http.ts'
import type { Player, SandboxDeps } from './players/player.ts'

const NAME = 'rates'
const DAY_SECONDS = 24 * 60 * 60

/** A rupee is 0.012 dollars. Untyped, because a broken feed may send anything. */
const RUPEES: unknown = 83.3333

type Quote = { INR: unknown; date: string | undefined }
const WIRES = ['frankfurter', 'open-er-api'] as const
type Wire = (typeof WIRES)[number]

export const rates = ({ faults }: SandboxDeps): Player => {
  const quotes: Record<Wire, Quote> = {
    frankfurter: { INR: RUPEES, date: undefined },
    'open-er-api': { INR: RUPEES, date: undefined },
  }

  const answerAs =
    (answer: (query: URLSearchParams) => Answer): Handler =>
    async ({ url }) => {
      const outcome = await faults.suffer(NAME, async () => answer(url.searchParams))
      if (outcome.is === 'dropped') return NO_ANSWER
      return outcome.is === 'done' ? outcome.value : json({ message: 'internal error' }, 500)
    }

  const setQuote: Handler = async ({ readFields }) => {
    const fields = await readFields()
    const problem = fields ? findProblem(fields) : 'Send INR, and date and source, as a JSON object'
    if (problem) return json({ message: problem }, 400)
    const { INR, date, source } = fields as { INR: unknown; date?: string; source?: Wire }
    for (const wire of source ? [source] : WIRES) quotes[wire] = { INR, date }
    return json(quotes)
  }

  return {
    name: NAME,
    title: 'Exchange rates (frankfurter, open.er-api)',
    faults: REPLY_FAULTS,
    routes: {
      'GET /v1/latest': answerAs((query) => frankfurter(query, quotes.frankfurter)),
      'GET /v6/latest/USD': answerAs(() => openErApi(quotes['open-er-api'])),
      'POST /rates': setQuote,
    },
  }
}

const today = () => new Date().toISOString().slice(0, 10)

function frankfurter(query: URLSearchParams, { INR, date = today() }: Quote): Answer {
  if (query.get('base') !== 'USD' || query.get('symbols') !== 'INR')
    return json({ message: 'not found' }, 404)
  return json({ amount: 1, base: 'USD', date, rates: { INR } })
}

function openErApi({ INR, date = today() }: Quote): Answer {
  const updated = Date.parse(date) / 1000
  return json({
    result: 'success',
    provider: 'https://www.exchangerate-api.com',
    time_last_update_unix: updated,
    time_next_update_unix: updated + DAY_SECONDS,
    time_eol_unix: 0,
    base_code: 'USD',
    rates: { USD: 1, INR },
  })
}

function findProblem({ INR, date, source }: Fields): string | undefined {
  if (INR === undefined) return 'INR must be what a dollar costs in rupees'
  if (date !== undefined && !isDate(date)) return 'date must be like 2026-01-31'
  if (source !== undefined && !WIRES.includes(source as Wire))
    return `source must be one of: ${WIRES.join(', ')}`
  return undefined
}

const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
