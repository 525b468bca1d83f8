import { PAYTM } from './credentials.ts'
import type { Fields } from '#sandbox/http.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { limitedTo } from '#sandbox/gateways/methods.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { toPaise } from '#sandbox/gateways/money.ts'

const PAGE_LIFE_MS = 900_000
const CUSTOMER_ID = /^[A-Za-z0-9@!_$.]{1,64}$/ // no hyphen allowed

const SUCCESS = { resultStatus: 'S', resultCode: '0000', resultMsg: 'Success' }
const AGAIN = { resultStatus: 'S', resultCode: '0002', resultMsg: 'Success Idempotent' }

const refuse = (resultCode: string, resultMsg: string) => ({
  resultInfo: { resultStatus: 'F', resultCode, resultMsg },
})

/** Repeating the identical order returns the same token. */
export function initiate(deals: Deals, body: Fields): object {
  const problem = findProblem(body)
  if (problem) return refuse('1001', problem)
  const { orderId, callbackUrl, txnAmount } = body as { orderId: string; callbackUrl: string } & {
    txnAmount: Fields
  }
  const asked = JSON.stringify(body)
  const added = deals.add({
    gateway: 'paytm',
    reference: orderId,
    amount: toPaise(txnAmount['value'])!,
    returnUrl: callbackUrl,
    expiresAt: Date.now() + PAGE_LIFE_MS,
    method: readMethod(body) ?? null,
    more: { txnToken: letters(38), asked },
  })
  const deal = added ?? deals.find('paytm', orderId)!
  if (deal.more['asked'] !== asked) return refuse('325', 'Duplicate order id')
  if (deal.state !== 'open') return refuse('325', 'Duplicate order id')
  return {
    resultInfo: added ? SUCCESS : AGAIN,
    txnToken: deal.more['txnToken'],
    isPromoCodeValid: false,
    authenticated: false,
  }
}

function findProblem(body: Fields): string | undefined {
  const { requestType, websiteName, orderId, callbackUrl, txnAmount, userInfo } = body
  const { value, currency } = (txnAmount ?? {}) as Fields
  if (requestType !== 'Payment') return 'Invalid request type'
  if (websiteName !== PAYTM.website) return 'Invalid website name'
  if (!/^[\w@.-]{1,50}$/.test(String(orderId))) return 'Invalid order id'
  if (!URL.canParse(String(callbackUrl))) return 'Invalid callback url'
  if (!/^\d+\.\d\d$/.test(String(value)) || Number(value) < 1) return 'Invalid amount'
  if (currency !== 'INR') return 'Invalid currency'
  if (body['enablePaymentMode'] !== undefined && !readMethod(body)) return 'Invalid payment mode'
  return findCustomerProblem((userInfo ?? {}) as Fields)
}

const MODES = {
  UPI: 'upi',
  CREDIT_CARD: 'card',
  DEBIT_CARD: 'card',
  NET_BANKING: 'netbanking',
  BALANCE: 'mobile-wallet',
  PAYTM_DIGITAL_CREDIT: 'pay-later',
} as const

function readMethod({ enablePaymentMode: modes }: Fields): GatewayMethod | undefined {
  return Array.isArray(modes)
    ? limitedTo(
        modes.map((one: Fields) => one['mode']),
        MODES,
      )
    : undefined
}

function findCustomerProblem({ custId, mobile, email }: Fields): string | undefined {
  if (!CUSTOMER_ID.test(String(custId ?? ''))) return 'Invalid customer id'
  if (mobile !== undefined && !/^\d{10}$/.test(String(mobile))) return 'Invalid mobile number'
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(String(email))) return 'Invalid email'
  return undefined
}
