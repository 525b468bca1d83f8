import { z } from 'zod'
import { writeHundredths } from '#contract/core/money.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { maskCard, payerByUpi, PayerFact } from '#connectors/gateways/payer.ts'
import { Written } from '#connectors/request-json.ts'
import type {
  Captured,
  Gateway,
  Opening,
  GatewayPaymentStatus,
  Payer,
} from '#connectors/gateways/gateway.ts'
import { readForm } from '#connectors/gateways/form.ts'
import { createCommand, type Command } from './payu-command.ts'
import { createDisputes, disputesIn } from './payu-disputes.ts'
import { hashOf, isFromPayU, type Account } from './payu-hash.ts'
import { checkPortal, type Portal } from './payu-portal.ts'
import { createRefunds } from './payu-refunds.ts'
import { listSettled } from './payu-settlements.ts'
import { phoneOf, referencesIn, toIndianMoment, readHundredths } from '#connectors/gateways/wire.ts'

type Credentials = Account & {
  url: string
  apiUrl: string
  portal?: Portal // for disputes
}

/** PayU's names of the methods that a page can be limited to. A page for UPI shows what the account has. */
const METHODS: Partial<Record<GatewayMethod, string>> = {
  card: 'creditcard|debitcard',
  netbanking: 'netbanking',
  'mobile-wallet': 'cashcard',
  'pay-later': 'bnpl',
}

const WORDS_MAX = 100
const NAME_MAX = 60
const NOWHERE = 'none' // no payment has this id
const PLAIN_EMAIL = /^(?=.{1,50}$)[\w.+%-]+@[\w.-]+$/

export function createPayU(
  { url, apiUrl, portal, ...account }: Credentials,
  now: () => number = Date.now,
): Gateway {
  const command = createCommand(apiUrl, account)

  return {
    needs: ['phone'],

    /** Sends nothing to PayU, which learns of a payment when the browser submits the form. */
    async open(asked) {
      const fields = toForm(asked, account)
      return { gatewayId: null, page: { is: 'form', action: `${url}/_payment`, fields } }
    },

    ask: ({ reference }) => askFor(command, reference),

    readWebhook({ body }) {
      const fields = readForm(body)
      return isFromPayU(fields, account) ? referencesIn([fields['txnid']]) : null
    },

    signedPart: (body) => readForm(body)['hash']!.toLowerCase(),

    /** PayU does not sign its events about refunds. The merchant's key in them is public. */
    readUnsigned(body) {
      const { action, key, token } = readForm(body)
      return action === 'refund' && key === account.merchantKey ? referencesIn([token]) : null
    },

    isFromGateway: (fields) => isFromPayU(fields, account),

    ...(portal?.token &&
      portal.merchantId && {
        disputesIn,
        disputes: createDisputes(portal, account.merchantKey, now),
      }),
    ...createRefunds(command),

    listSettled: (from, to) => listSettled(apiUrl, account, { from, to, now: now() }),

    async check() {
      const { details, words, fault } = await command('verify_payment', { var1: NOWHERE })
      if (details) return portal ? checkPortal(portal) : null
      if (/hash|key|merchant/i.test(words)) return 'PayU doesn’t accept this key and salt'
      throw fault
    },
  }
}

/** Hashes exactly the values that are sent. A vertical bar in one would be taken for the next field. */
function toForm(asked: Opening, account: Account): Record<string, string> {
  const { customer, returnUrl } = asked
  const hashed = {
    txnid: asked.reference,
    amount: writeHundredths(asked.amount),
    productinfo: plain(asked.words, WORDS_MAX) || 'Order',
    firstname: plain(customer.fullName, NAME_MAX) || 'Customer',
    email: emailOf(asked),
    udf1: customer.id,
  }
  return {
    key: account.merchantKey,
    ...hashed,
    phone: phoneOf(customer),
    surl: returnUrl,
    furl: returnUrl,
    curl: returnUrl,
    ...(METHODS[asked.method] && { enforce_paymethod: METHODS[asked.method] }),
    hash: hashOf(hashed, account),
  }
}

const plain = (text: string, max: number): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .,()+-]/g, '')
    .replace(/ +/g, ' ')
    .slice(0, max)
    .trim()

/** PayU needs an email of at most fifty characters. Customers without one get an address of the shop's. */
const emailOf = ({ customer, returnUrl }: Opening): string =>
  [customer.email ?? '', `customer@${new URL(returnUrl).hostname}`].find((email) =>
    PLAIN_EMAIL.test(email),
  ) ?? 'customer@example.com'

const Transaction = z.object({
  mihpayid: Written.nullish(),
  txnid: z.string().nullish(),
  status: z.string(),
  unmappedstatus: z.string().nullish(),
  amt: Written.nullish(),
  bank_ref_num: Written.nullish(),
  addedon: z.string().nullish(),
  currency: z.string().nullish(),
  field3: PayerFact, // the UPI address
  cardhash: PayerFact, // the same for every payment with the card
  card_no: PayerFact, // masked
  name_on_card: PayerFact,
})
type Transaction = z.output<typeof Transaction>

async function askFor(command: Command, reference: string): Promise<GatewayPaymentStatus> {
  const { details, fault } = await command('verify_payment', { var1: reference })
  const transaction = Transaction.safeParse(details?.[reference]).data
  if (!transaction) throw fault
  if (transaction.status === 'Not Found') return { is: 'unknown', captured: [] }
  if ((transaction.txnid ?? reference) !== reference)
    throw new Error('PayU reported another payment')

  const { status, unmappedstatus } = transaction
  // An authorized payment is not captured yet.
  if (status === 'success' && unmappedstatus !== 'auth')
    return { is: 'paid', captured: [toCaptured(transaction)] }
  return { is: status === 'failure' || status === 'failed' ? 'failed' : 'open', captured: [] }
}

function toCaptured(transaction: Transaction): Captured {
  const { mihpayid, amt, currency, bank_ref_num, addedon } = transaction
  if (!mihpayid || !amt) throw new Error('PayU reported a payment without its number or amount')
  return {
    id: mihpayid,
    amount: readHundredths(amt),
    currency: currency || 'INR',
    bankReference: bank_ref_num || null,
    at: toIndianMoment(addedon),
    payer: payerOf(transaction),
  }
}

const payerOf = ({ field3, cardhash, card_no, name_on_card }: Transaction): Payer | null =>
  cardhash
    ? { kind: 'card', id: cardhash, shown: maskCard(card_no ?? ''), name: name_on_card ?? '' }
    : payerByUpi(field3)
