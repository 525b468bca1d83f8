import { pathParameters, type Endpoint } from '#contract/core/endpoint.ts'
import { type JsonSchema } from '#contract/core/wire-schema.ts'
import { schemaOf } from '#tests/support/calls/valid-input.ts'
import { isOfTheOffice } from './who-may.ts'

/** The kinds of things a person can own and refer to by id. */
export type Kind =
  | 'order'
  | 'program order'
  | 'reference'
  | 'quote'
  | 'player'
  | 'pay link'
  | 'top-up'
  | 'document'
  | 'session'
  | 'key'
  | 'bulk'
  | 'webhook'
  | 'delivery'
  | 'task'
  | 'alert'
  | 'factor'

/**
 * The kind of thing each field refers to, written by hand: a person's own thing, something everyone may see, a secret
 * that works for whoever has it, or the caller's free text. A field that looks like an id and has no line here fails.
 */
const NAMED: Record<string, Record<string, Kind | 'all may see' | 'secret' | 'word'>> = {
  correctPlayer: { id: 'order', playerId: 'word', zoneId: 'word' },
  takeRefund: { id: 'order' },
  showOrderCode: { id: 'order' },
  findOrder: { id: 'order' },
  listDocuments: { id: 'order' },
  followOrder: { id: 'order' },
  payOrder: { id: 'order' },
  applyCoupon: { gameDetailId: 'player' },
  getQuote: { gameDetailId: 'player' },
  placeUpiOrder: { gameDetailId: 'player', idempotencyKey: 'word' },
  placeWalletOrder: { gameDetailId: 'player', idempotencyKey: 'word' },
  findGameDetail: { id: 'player' },
  createPayLink: { gameDetailId: 'player' },
  withdrawPayLink: { id: 'pay link' },
  createGameDetail: { playerId: 'word', zoneId: 'word' },
  endOwnSession: { id: 'session' },
  createIssue: { orderId: 'word' },
  addMoney: { idempotencyKey: 'word' },
  addForeignMoney: { idempotencyKey: 'word' },
  editBilling: { taxId: 'word' },
  findTopUp: { reference: 'top-up' },
  listTopUpDocuments: { reference: 'top-up' },
  getDocumentFile: { number: 'document' },
  mailDocument: { number: 'document' },

  editApiKey: { id: 'key' },
  rollApiKey: { id: 'key' },
  deleteApiKey: { id: 'key' },
  getBulk: { id: 'bulk' },
  getBulkFile: { id: 'bulk' },
  stopBulk: { id: 'bulk' },
  editWebhook: { id: 'webhook' },
  deleteWebhook: { id: 'webhook' },
  getWebhookSecret: { id: 'webhook' },
  renewWebhookSecret: { id: 'webhook' },
  testWebhook: { id: 'webhook' },
  replayWebhook: { id: 'webhook' },
  listWebhookDeliveries: { id: 'webhook' },
  getWebhookDelivery: { id: 'delivery' },
  replayDelivery: { id: 'delivery' },

  editOwnWebhook: { id: 'webhook' },
  deleteOwnWebhook: { id: 'webhook' },
  getOwnWebhookSecret: { id: 'webhook' },
  renewOwnWebhookSecret: { id: 'webhook' },
  testOwnWebhook: { id: 'webhook' },
  replayOwnWebhook: { id: 'webhook' },
  listOwnDeliveries: { id: 'webhook' },
  getOwnDelivery: { id: 'delivery' },
  replayOwnDelivery: { id: 'delivery' },
  findApiOrder: { id: 'program order' },
  listApiDocuments: { id: 'program order' },
  correctApiOrder: { id: 'program order', playerId: 'word', zoneId: 'word' },
  refundApiOrder: { id: 'program order' },
  showApiOrderCode: { id: 'program order' },
  findApiOrderByReference: { reference: 'reference' },
  listApiOrders: { after: 'program order' },
  getApiStatement: { after: 'word' },
  createApiQuote: { productId: 'all may see' },
  validatePlayer: { productId: 'all may see', playerId: 'word', zoneId: 'word' },
  placeApiOrder: {
    quoteId: 'quote',
    productId: 'all may see',
    reference: 'word',
    playerId: 'word',
    zoneId: 'word',
    idempotencyKey: 'word',
  },

  findTask: { id: 'task' },
  followTask: { id: 'task' },
  listTaskLines: { id: 'task' },
  getTaskFile: { id: 'task' },
  retryTask: { id: 'task' },
  stopTask: { id: 'task' },
  endAlert: { id: 'alert' },
  deleteFactor: { id: 'factor' },

  findCategory: { id: 'all may see' },
  findBanner: { slug: 'all may see' },
  findGame: { slug: 'all may see' },
  findItem: { itemSlug: 'all may see' },
  checkRegion: { id: 'word' },
  takeCallback: { provider: 'all may see', secret: 'secret' },
  takeWebhook: { gateway: 'all may see' },
  returnFromGateway: { gateway: 'all may see' },
  returnFromGatewayByForm: { gateway: 'all may see' },
  refreshToken: { refreshToken: 'secret' },
  resetPassword: { token: 'secret' },
  verifyEmail: { q: 'secret' },
  verifyPhone: { q: 'secret' },
  reauthenticateByCode: { q: 'secret' },
  verifyOwnEmail: { q: 'secret' },
  undoChange: { token: 'secret' },
  findInvitation: { token: 'secret' },
  acceptInvitation: { token: 'secret' },
  findNewsOfLink: { token: 'secret' },
  editNewsOfLink: { token: 'secret' },
  openPayLink: { token: 'secret' },
  openGuestOrder: { token: 'secret' },
  findParentRequest: { token: 'secret' },
  answerAsParent: { token: 'secret' },
  openUnsubscribe: { token: 'secret' },
  unsubscribeAtOnce: { token: 'secret' },
}

type Call = [name: string, endpoint: Endpoint]
export type Naming = { call: string; endpoint: Endpoint; field: string; kind: Kind }

/** Lists every field through which somebody could reach what belongs to others. */
export const findNamings = (calls: Call[]): Naming[] =>
  calls.flatMap(([call, endpoint]) =>
    Object.entries(NAMED[call] ?? {}).flatMap(([field, kind]) =>
      kind === 'all may see' || kind === 'secret' || kind === 'word'
        ? []
        : [{ call, endpoint, field, kind }],
    ),
  )

/**
 * Reports id-like fields without a line, and lines for calls that do not exist. Calls of the back office need no line:
 * what they work on belongs to the shop.
 */
export function compareWithFields(calls: Call[]): string[] {
  const named = new Set(calls.map(([call]) => call))
  return [
    ...calls.flatMap(([call, endpoint]) => {
      const known = Object.keys(NAMED[call] ?? {})
      const found = isOfTheOffice(call) && known.length === 0 ? [] : findIds(endpoint)
      return found
        .filter((field) => !known.includes(field))
        .map((field) => `${call} takes ${field}`)
    }),
    ...Object.keys(NAMED)
      .filter((call) => !named.has(call))
      .map((call) => `there is no call ${call}`),
  ]
}

const LOOKS_LIKE_ID = /(^|[a-z])(id|ids|reference|token|secret|after|key)$/i

function findIds(endpoint: Endpoint): string[] {
  const { properties = {} } = schemaOf(endpoint)
  const inPath = pathParameters(endpoint.path)
  return Object.entries(properties)
    .filter(
      ([name, schema]) =>
        inPath.includes(name) || LOOKS_LIKE_ID.test(name) || takesUuid(schema as JsonSchema),
    )
    .map(([name]) => name)
}

const takesUuid = (schema: JsonSchema): boolean =>
  JSON.stringify(schema).includes('"format":"uuid"')
