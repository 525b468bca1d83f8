import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { writeHundredths } from '#contract/core/money.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { Written } from '#connectors/request-json.ts'
import type {
  Captured,
  Gateway,
  Opened,
  Opening,
  GatewayPaymentStatus,
} from '#connectors/gateways/gateway.ts'
import { readForm } from '#connectors/gateways/form.ts'
import { createCall, type Call } from './paytm-call.ts'
import { isChecksum, isMerchantKey, textsOfForm } from './paytm-checksum.ts'
import { toDispute } from './paytm-disputes.ts'
import { createRefunds } from './paytm-refunds.ts'
import { listSettled } from './paytm-settlements.ts'
import { referencesIn, toIndianMoment, readHundredths } from '#connectors/gateways/wire.ts'

type Account = { merchantId: string; merchantKey: string; website: string }
type Credentials = Account & { url: string }

const OPENED = new Set(['0000', '0002']) // 0002 answers a repeated request, with the same page
const NO_SUCH_ORDER = '334'
const NOT_US = new Set(['330', '335', '1007', '2004', '2005']) // a wrong signature or merchant
const NOWHERE = 'none' // no order has this id

export function createPaytm({ url, ...account }: Credentials): Gateway {
  const { merchantId, merchantKey } = account
  const call = createCall(url, merchantKey)

  return {
    async open(asked) {
      const made = asked.wantsUpiCode ? await makeCode(call, asked, merchantId) : null
      if (made) return made
      const query = new URLSearchParams({ mid: merchantId, orderId: asked.reference })
      const path = `/theia/api/v1/initiateTransaction?${query}`
      const { body, code, fault } = await call(path, toOrder(asked, account))
      const { data: txnToken } = z.string().min(1).safeParse(body['txnToken'])
      if (!OPENED.has(code) || !txnToken) throw fault
      const action = `${url}/theia/api/v1/showPaymentPage?${query}`
      const fields = { mid: merchantId, orderId: asked.reference, txnToken }
      return { gatewayId: null, page: { is: 'form', action, fields } }
    },

    ask: ({ reference }) => askFor(call, reference, merchantId),

    readWebhook({ body }) {
      const text = body.toString()
      const fields = isForm(text) ? readForm(body) : null
      if (fields)
        return isSigned(fields, account) ? referencesIn([fields['ORDERID'], fields['REFID']]) : null
      return readSigned(text, account)
    },

    signedPart(body) {
      const text = body.toString()
      return isForm(text) ? textsOfForm(readForm(body)).at(-1)! : cutSigned(text).body
    },

    readDispute(body) {
      const text = body.toString()
      return isForm(text) ? null : toDispute(readJson(Buffer.from(cutSigned(text).body)))
    },

    isFromGateway: (fields) => isSigned(fields, account),

    ...createRefunds(call, merchantId),
    listSettled: (from, to) => listSettled({ url, merchantId, merchantKey }, from, to),

    async check() {
      if (!isMerchantKey(merchantKey)) return 'Paytm’s merchant key must have 16 characters'
      const order = { mid: merchantId, orderId: NOWHERE }
      const { status, code, fault } = await call('/v3/order/status', order)
      if (code === NO_SUCH_ORDER || status === 'NO_RECORD_FOUND') return null
      if (NOT_US.has(code)) return 'Paytm doesn’t accept this merchant id and merchant key'
      throw fault
    },
  }
}

/** Paytm's names of the methods that a page can be limited to. A page for UPI shows what the account has. */
const MODES: Partial<Record<GatewayMethod, string[]>> = {
  card: ['CREDIT_CARD', 'DEBIT_CARD'],
  netbanking: ['NET_BANKING'],
  'mobile-wallet': ['BALANCE'],
  'pay-later': ['PAYTM_DIGITAL_CREDIT'],
}

const toOrder = (asked: Opening, { merchantId, website }: Account) => ({
  requestType: 'Payment',
  mid: merchantId,
  websiteName: website,
  orderId: asked.reference,
  callbackUrl: asked.returnUrl,
  txnAmount: { value: writeHundredths(asked.amount), currency: 'INR' },
  enablePaymentMode: MODES[asked.method]?.map((mode) => ({ mode })),
  userInfo: {
    custId: asked.customer.id.replaceAll('-', ''), // Paytm allows no hyphens
    ...(asked.customer.phone && { mobile: asked.customer.phone.slice(-10) }),
    ...(asked.customer.email && { email: asked.customer.email }),
  },
})

const CODE_MADE = 'QR_0001'
const CODE_HEAD = { clientId: 'C11', version: 'v1' } // fixed in Paytm's documentation
const POINT_OF_SALE = 'ONLINE'
const UpiUri = z.string().startsWith('upi://')

/** Null if this account gets no UPI codes. A code belongs to the order, so the order's state tells about its payment. */
async function makeCode(
  call: Call,
  { reference, amount }: Opening,
  merchantId: string,
): Promise<Opened | null> {
  const order = {
    mid: merchantId,
    orderId: reference,
    amount: writeHundredths(amount),
    businessType: 'UPI_QR_CODE',
    posId: POINT_OF_SALE,
  }
  const path = '/paymentservices/qr/create'
  const { code, body } = await call(path, order, { head: CODE_HEAD })
  const { data: uri } = UpiUri.safeParse(body['qrData'])
  return code === CODE_MADE && uri ? { gatewayId: null, page: { is: 'upi', uri } } : null
}

const isForm = (text: string): boolean => !/^\s*\{/.test(text)

const isSigned = (fields: Record<string, string>, { merchantId, merchantKey }: Account): boolean =>
  fields['MID'] === merchantId &&
  textsOfForm(fields).some((text) => isChecksum(fields['CHECKSUMHASH'] ?? '', text, merchantKey))

/**
 * Matches an event in JSON. Its body is signed byte for byte, so it is cut out of the text and not serialized again.
 */
const SIGNED_LAST = /^\s*\{\s*"head"\s*:\s*(\{[^{}]*\})\s*,\s*"body"\s*:\s*(\{.*\})\s*\}\s*$/s
const SIGNED_FIRST = /^\s*\{\s*"body"\s*:\s*(\{.*\})\s*,\s*"head"\s*:\s*(\{[^{}]*\})\s*\}\s*$/s

function cutSigned(text: string): { head: string; body: string } {
  const last = SIGNED_LAST.exec(text)
  const [head = '', body = ''] = last
    ? last.slice(1)
    : (SIGNED_FIRST.exec(text)?.slice(1).toReversed() ?? [])
  return { head, body }
}

const Head = z.object({ signature: z.string() })
const Event = z.object({
  mid: z.string().nullish(),
  orderId: z.unknown().optional(),
  refId: z.unknown().optional(),
})

function readSigned(text: string, { merchantId, merchantKey }: Account): string[] | null {
  const { head, body } = cutSigned(text)
  const { data: signed } = Head.safeParse(readJson(Buffer.from(head)))
  if (!signed || !body || !isChecksum(signed.signature, body, merchantKey)) return null
  const event = Event.safeParse(readJson(Buffer.from(body))).data
  if (!event || (event.mid ?? merchantId) !== merchantId) return null
  return referencesIn([event.orderId, event.refId])
}

const Order = z.object({
  mid: z.string().nullish(),
  orderId: z.string().nullish(),
  txnId: Written.nullish(),
  txnAmount: Written.nullish(),
  bankTxnId: Written.nullish(),
  txnDate: z.string().nullish(),
  currency: z.string().nullish(),
})
type Order = z.output<typeof Order>

async function askFor(
  call: Call,
  reference: string,
  merchantId: string,
): Promise<GatewayPaymentStatus> {
  const input = { mid: merchantId, orderId: reference }
  const { body, status, code, fault } = await call('/v3/order/status', input)
  if (code === NO_SUCH_ORDER || status === 'NO_RECORD_FOUND') return { is: 'unknown', captured: [] }
  const order = Order.safeParse(body).data
  if (!order || NOT_US.has(code)) throw fault
  if (status === 'PENDING') return { is: 'open', captured: [] }

  const isOurs = order.orderId === reference && (order.mid ?? merchantId) === merchantId
  if (!isOurs) throw fault // every answer about our order repeats its id
  if (status === 'TXN_SUCCESS') return { is: 'paid', captured: [toCaptured(order)] }
  if (status === 'TXN_FAILURE') return { is: 'failed', captured: [] }
  throw fault
}

function toCaptured({ txnId, txnAmount, currency, bankTxnId, txnDate }: Order): Captured {
  if (!txnId || !txnAmount) throw new Error('Paytm reported a payment without its number or amount')
  return {
    id: txnId,
    amount: readHundredths(txnAmount),
    currency: currency || 'INR',
    bankReference: bankTxnId || null,
    at: toIndianMoment(txnDate),
    payer: null, // Paytm does not tell
  }
}
