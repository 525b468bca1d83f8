import { GATEWAY_FAULTS } from '#sandbox/faults.ts'
import { NO_ANSWER, type Answer, type Call, type Handler, type Routes } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { AttemptInput } from './create-deals.ts'
import type { Attempt, Deal, DealEvent } from './deals.ts'
import { hostedPage } from './hosted-page.ts'
import type { Message } from './webhooks.ts'

export type { Attempt, Deal, DealEvent, Dispute, Repayment } from './deals.ts'
export type { Message } from './webhooks.ts'

type Reply = (call: Call) => Answer | Promise<Answer>

/** A payment gateway under its own path, such as /acmepay. */
export type Company = {
  name: string
  title: string
  calls: Record<string, Reply> // by method and path, such as 'POST /v1/payment_links'; subject to faults
  pages?: Record<string, Handler> // for browsers; never subject to faults
  broken: Answer // error in the gateway's format, like the next
  tooMany: Answer
  /** Takes a customer's choice on the page, where it is not the payment yet. */
  attempt?: (deal: Deal, input: AttemptInput) => Attempt | 'over'
  /** Messages in the order in which they are sent. */
  messages(deal: Deal, event: DealEvent): Message[]
  /** The address that the browser goes to after an attempt. Null after the page was closed. */
  comeBack(deal: Deal, attempt: Attempt | null): Answer
  attemptId?: () => string // makes payment ids; by default 14 letters and digits
  repaymentId?: () => string // makes ids for manual refunds
  disputeId?: () => string // by default digits
  settlementId?: () => string // by default digits
  tellsDowntimes?: true // as the fault `downtime`
  /** Forges a message. Missing if it is enough to alter the body. */
  forge?: (message: Message) => Message
}

/** Says which names a field may have. Undefined if it has one of them. */
export function refuseStranger(companies: Company[], name: unknown): string | undefined {
  const names = companies.map((company) => company.name)
  return names.includes(String(name)) ? undefined : `gateway must be one of: ${names.join(', ')}`
}

export const payPageUrl = (deps: SandboxDeps, deal: Deal): string =>
  `${deps.url}/${deal.gateway}/pay/${deal.id}`

export function gateway(deps: SandboxDeps, company: Company): Player {
  const { name, title, calls, pages = {} } = company
  deps.deals.onEvent(name, (deal, event, mode) => {
    const messages = company.messages(deal, event)
    void deps.webhooks.send(deal, messages, { mode, forge: company.forge })
  })
  return {
    name,
    title,
    faults: company.tellsDowntimes ? [...GATEWAY_FAULTS, 'downtime'] : GATEWAY_FAULTS,
    company,
    routes: {
      ...hostedPage(deps, company),
      ...below(name, pages),
      ...below(name, calls, (reply) => withFaults(deps, company, reply)),
    },
  }
}

const below = <T>(
  name: string,
  routes: Record<string, T>,
  toHandle = (route: T) => route as Handler,
): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([route, value]) => [
      route.replace(' ', ` /${name}`),
      toHandle(value),
    ]),
  )

function withFaults(
  { faults }: SandboxDeps,
  { name, broken, tooMany }: Company,
  reply: Reply,
): Handler {
  return async (call) => {
    if (faults.strike(name, 'too-many')) return tooMany
    const outcome = await faults.suffer(name, async () => reply(call))
    if (outcome.is === 'dropped') return NO_ANSWER
    return outcome.is === 'done' ? outcome.value : broken
  }
}
