// PayU. A browser submits the payment as a hashed form. Servers send commands, each with its own hash.
import { PAYU } from './credentials.ts'
import { html, layout } from '#sandbox/screen/html.ts'
import { json, page, redirect, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { isSame, toMoney } from '#sandbox/suppliers/supplier.ts'
import { limitedTo } from '#sandbox/gateways/methods.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  payPageUrl,
  type Attempt,
  type Deal,
  type Message,
  type DealEvent,
} from '#sandbox/gateways/gateway.ts'
import { backByForm } from '#sandbox/gateways/hosted-page.ts'
import { toPaise } from '#sandbox/gateways/money.ts'
import { commands } from './payu-commands.ts'
import { disputeCalls, toDisputeMessage } from './payu-disputes.ts'
import { settlementCalls } from './payu-settlements.ts'
import { commandHash, formHash, toResult } from './payu-wire.ts'

const REQUIRED = ['txnid', 'amount', 'productinfo', 'firstname', 'email', 'phone', 'surl', 'furl']
const EMAIL = /^(?=.{3,50}$)[^@\s|]+@[^@\s|]+$/
const PHONE = /^\d{10,50}$/

export const payu = (deps: SandboxDeps): Player =>
  gateway(deps, {
    name: 'payu',
    title: 'PayU',
    calls: {
      'POST /merchant/postservice.php': (call) => command(deps, call),
      ...disputeCalls(deps),
      ...settlementCalls(deps.deals),
    },
    pages: { 'POST /_payment': (call) => begin(deps, call) },
    broken: json({ status: 0, msg: 'Service unavailable' }, 503),
    tooMany: json({ status: 0, msg: 'Requests limit reached' }),
    attemptId: () => digits(11),
    repaymentId: () => digits(9),
    messages: toMessages,
    comeBack: (deal, attempt) => backByForm(deal, toResult(deal, attempt)),
  })

async function command({ deals }: SandboxDeps, call: Call): Promise<Answer> {
  const fields = ((await call.readFields()) ?? {}) as Record<string, string>
  const { key, command: name = '', hash, var1 = '' } = fields
  if (key !== PAYU.merchantKey || !isSame(hash, commandHash(name, var1)))
    return json({ status: 0, msg: 'Invalid Hash.' })
  if (!var1) return json({ status: 0, msg: 'Parameter missing' })
  const reply = commands[name]
  return json(reply ? reply(deals, fields) : { status: 0, msg: 'Invalid command' })
}

/** Refuses altered forms, and references that were already paid. */
async function begin(deps: SandboxDeps, call: Call): Promise<Answer> {
  const fields = ((await call.readFields()) ?? {}) as Record<string, string>
  const problem = findProblem(fields)
  if (problem) return page(refusal(problem), 400)
  const { txnid = '', amount, surl = '' } = fields
  const asked = { gateway: 'payu', reference: txnid, amount: toPaise(amount)!, returnUrl: surl }
  const deal =
    deps.deals.add({
      ...asked,
      id: digits(11),
      method: readMethod(fields) ?? null,
      more: fields,
    }) ?? deps.deals.find('payu', txnid)!
  if (deal.state !== 'open' || deal.amount !== asked.amount)
    return page(refusal('Duplicate order id'), 400)
  return redirect(payPageUrl(deps, deal))
}

const METHODS = {
  creditcard: 'card',
  debitcard: 'card',
  netbanking: 'netbanking',
  cashcard: 'mobile-wallet',
  bnpl: 'pay-later',
  upi: 'upi',
} as const

const readMethod = ({ enforce_paymethod }: Record<string, string>) =>
  limitedTo(String(enforce_paymethod).split('|'), METHODS)

function findProblem(fields: Record<string, string>): string | undefined {
  const { key, txnid = '', amount = '', productinfo = '', hash } = fields
  if (key !== PAYU.merchantKey) return 'Invalid merchant key'
  const missing = REQUIRED.find((name) => !fields[name])
  if (missing) return `Missing: ${missing}`
  if (!isSame(hash, formHash(fields))) return 'Some problem with the hash of the form'
  if (!/^[A-Za-z0-9]{1,25}$/.test(txnid)) return 'Invalid txnid'
  if (!/^\d+\.\d\d$/.test(amount) || Number(amount) < 1) return 'Invalid amount'
  if (productinfo.length > 100 || productinfo.includes("'")) return 'Invalid productinfo'
  if (fields['enforce_paymethod'] && !readMethod(fields)) return 'Invalid enforce_paymethod'
  return findCustomerProblem(fields)
}

function findCustomerProblem(fields: Record<string, string>): string | undefined {
  const { firstname = '', email = '', phone = '', surl = '', furl = '' } = fields
  if (firstname.length > 60) return 'Invalid firstname'
  if (!EMAIL.test(email)) return 'Invalid email'
  if (!PHONE.test(phone)) return 'Invalid phone'
  return URL.canParse(surl) && URL.canParse(furl) ? undefined : 'Invalid surl or furl'
}

const refusal = (problem: string): string =>
  layout(
    'PayU',
    html`<main class="narrow card">
      <h1>Sorry</h1>
      <p>${problem}.</p>
    </main>`,
  )

/** Refund webhooks carry the merchant's key but no hash. */
function toMessages(deal: Deal, event: DealEvent): Message[] {
  if ('ended' in event) return []
  if ('dispute' in event) return [toDisputeMessage(deal, event.dispute)]
  if ('repayment' in event) {
    const { id, reference, amount, state, utr, attemptId } = event.repayment
    const refund = {
      action: 'refund',
      key: PAYU.merchantKey,
      mihpayid: attemptId,
      merchantTxnId: deal.reference,
      request_id: id,
      token: reference,
      amt: toMoney(amount / 100),
      status: state === 'done' ? 'success' : 'failure',
      bank_arn: utr || null,
      bank_ref_num: utr,
      refund_mode: 'Back to Source',
      remark: null,
    }
    return [{ headers: { 'content-type': 'application/json' }, body: JSON.stringify(refund) }]
  }
  return event.attempt.state === 'pending' ? [] : [toForm(deal, event.attempt)]
}

const toForm = (deal: Deal, attempt: Attempt): Message => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: String(new URLSearchParams(toResult(deal, attempt))),
})
