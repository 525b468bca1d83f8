// Plays Acme Pay in the sandbox. It demands what the company would demand.
import { createHmac } from 'node:crypto'

const NAME = 'acmepay'
const TOLERANCE_SECONDS = 300
const KINDS = { success: 'payment.paid', failed: 'payment.failed' }

const credentials = {
  keyId: 'acme_test_sandbox',
  keySecret: 'sandbox-acmepay-secret',
  webhookSecret: 'sandbox-acmepay-webhook',
}

const sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')

const lastOf = ({ url }, fromEnd = 1) => url.pathname.split('/').at(-fromEnd)

const toCapture = ({ id, amount, currency, utr, at }) => ({
  id,
  amount,
  currency,
  utr,
  paid_at: new Date(at).toISOString(),
})

const toRefund = ({ id, reference, state, amount, utr }) => ({
  id,
  reference,
  status: state,
  amount,
  utr: utr || null,
  ...(state === 'failed' && { reason: 'The bank refused it' }),
})

const toPayment = ({ id, reference, amount, currency, state, attempts }, page_url) => ({
  id,
  reference,
  amount,
  currency,
  status: state,
  page_url,
  captures: attempts.filter((one) => one.state === 'success').map(toCapture),
})

/** Errors in the format of the company. */
const createRefuse =
  ({ json }) =>
  (status, code, message) =>
    json({ error: { code, message } }, status)

function paymentCalls(deps, tools) {
  const { deals } = deps
  const refuse = createRefuse(tools)
  const tell = (deal) => tools.json(toPayment(deal, tools.payPageUrl(deps, deal)))

  /** A request that is sent again changes nothing. */
  function open(call, { reference, amount, currency, method, return_url: returnUrl, expires_at }) {
    const expiresAt = Date.parse(expires_at)
    const isMoney = Number.isSafeInteger(amount) && amount > 0 && currency === 'INR'
    if (!reference || !isMoney || !URL.canParse(returnUrl) || !(expiresAt > Date.now()))
      return refuse(400, 'invalid', 'A field is missing or wrong')
    const asked = { gateway: NAME, reference, amount, currency, method, returnUrl, expiresAt }
    const deal = deals.add(asked) ?? deals.find(NAME, reference)
    return deal.amount === amount ? tell(deal) : refuse(409, 'conflict', 'The reference is taken')
  }

  function withDeal(reference, answer) {
    const deal = deals.find(NAME, reference)
    return deal ? answer(deal) : refuse(404, 'not_found', 'There is no such payment')
  }

  function cancel(deal) {
    if (deal.state !== 'open') return refuse(409, 'not_open', 'The payment is not open')
    deals.end(deal, 'cancelled')
    return tell(deal)
  }

  return {
    'POST /v1/payments': open,
    'GET /v1/payments/*': (call) => withDeal(lastOf(call), tell),
    'POST /v1/payments/*/cancel': (call) => withDeal(lastOf(call, 2), cancel),
  }
}

function refundCalls({ deals }, tools) {
  const refuse = createRefuse(tools)
  const tell = (repayment) => tools.json(toRefund(repayment))

  /** A request that is sent again changes nothing. */
  function refund(call, { reference, amount, capture }) {
    const known = deals.findRepayment(NAME, reference)
    if (known) return tell(known.repayment)
    if (!reference || !Number.isSafeInteger(amount) || amount <= 0)
      return refuse(400, 'invalid', 'A field is missing or wrong')
    const deal = deals.findWhere(NAME, ({ attempts }) => attempts.some(({ id }) => id === capture))
    if (!deal) return refuse(422, 'refused', 'There is no such capture')
    const made = deals.repay(deal, { reference, amount, attemptId: capture })
    return made === 'too much' ? refuse(422, 'refused', 'So much is not left') : tell(made)
  }

  function find(call) {
    const found = deals.findRepayment(NAME, lastOf(call))
    return found ? tell(found.repayment) : refuse(404, 'not_found', 'There is no such refund')
  }

  return { 'POST /v1/refunds': refund, 'GET /v1/refunds/*': find }
}

/** The signature of a request covers its time, its method, its path and the bytes of its body. */
const signed = (refuse, calls) =>
  Object.fromEntries(
    Object.entries(calls).map(([route, answer]) => [
      route,
      async (call) => {
        const { 'acme-key': key, 'acme-time': time, 'acme-signature': signature } = call.headers
        const path = call.url.pathname.slice(`/${NAME}`.length)
        const text = `${time}\n${route.split(' ')[0]} ${path}\n${await call.readText()}`
        const isNow = Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS
        const isRight = signature === sign(credentials.keySecret, text)
        if (key !== credentials.keyId || !isNow || !isRight)
          return refuse(401, 'unauthorized', 'The key or the signature is wrong')
        return answer(call, (await call.readFields()) ?? {})
      },
    ]),
  )

/** Events name our references. The shop then asks what became of them. */
function toMessages({ reference, state }, { attempt, repayment, ended }) {
  const payment = { payment_reference: reference }
  if (attempt?.state === 'pending') return []
  if (attempt)
    return [toMessage({ type: KINDS[attempt.state], ...payment, amount: attempt.amount })]
  if (repayment) {
    const { reference, amount } = repayment
    return [toMessage({ type: `refund.${repayment.state}`, reference, ...payment, amount })]
  }
  return ended ? [toMessage({ type: `payment.${state}`, ...payment })] : []
}

function toMessage(event) {
  const body = JSON.stringify(event)
  const signature = sign(credentials.webhookSecret, body)
  return { headers: { 'content-type': 'application/json', 'acme-signature': signature }, body }
}

function createPlayer(deps, tools) {
  const refuse = createRefuse(tools)
  return tools.gateway(deps, {
    name: NAME,
    title: 'Acme Pay',
    calls: signed(refuse, {
      ...paymentCalls(deps, tools),
      ...refundCalls(deps, tools),
      'GET /v1/account': () => tools.json({ id: credentials.keyId }),
    }),
    broken: refuse(500, 'broken', 'The server is in trouble'),
    tooMany: refuse(429, 'too_many', 'Too many requests'),
    messages: toMessages,
    comeBack: (deal) => tools.redirect(deal.returnUrl),
  })
}

export const twin = {
  name: NAME,
  title: 'Acme Pay',
  credentials,
  addresses: { url: `/${NAME}` },
  createPlayer,
}
