import {
  EXAMPLE_ORDER,
  EXAMPLE_PLAYER,
  EXAMPLE_PRODUCT,
  EXAMPLE_QUOTE,
  EXAMPLE_REFERENCE,
  type CallWords,
} from './calls.ts'
import { DELIVERED, ENDED, ORDER } from './example-order.ts'
import { WEBHOOK_CALL_WORDS } from './webhook-call-words.ts'

type OrderWords = Omit<CallWords, keyof typeof WEBHOOK_CALL_WORDS>

const ORDER_CALL_WORDS: OrderWords = {
  getApiBalance: {
    title: 'Read your balance',
    words: [
      'The balances of your wallets. They are separate: an order in rupees is paid from the rupee wallet only. `others` has those in further currencies, once money has moved in them. A balance can be below zero after an adjustment by the shop or a lost dispute. Orders are then refused with BALANCE_TOO_LOW until it is settled.',
    ],
    input: {},
    output: { INR: 12_500.5, USD: 40, others: [], isTest: true },
    errors: [],
  },
  getApiStatement: {
    title: 'Read your statement',
    words: [
      'Every transaction of one wallet, oldest first. Each line has the balance after it, so the amounts add up to the balance at any line. Lines are numbered from 1 without gaps.',
      'To keep a copy, store the last sequence you have and request the lines after it. When `next` is null, you have them all.',
    ],
    input: { currency: 'INR', limit: '100' },
    output: {
      currency: 'INR',
      lines: [
        {
          sequence: 42,
          createdAt: ORDER.createdAt,
          kind: 'order',
          orderId: EXAMPLE_ORDER,
          reference: EXAMPLE_REFERENCE,
          utr: 'GS-20261120-7QK4MZ',
          amount: -75,
          balance: 12_425.5,
        },
      ],
      next: null,
      isTest: true,
    },
    errors: ['CURRENCY_NOT_OFFERED'],
  },
  listApiProducts: {
    title: 'List the products',
    words: [
      'All packs at your price, in one response. Keep a copy, and refresh it every few minutes or when an order is refused for its price.',
      'The response has an ETag. Send it as `If-None-Match`: while nothing has changed, you get 304 without a body.',
    ],
    input: { currency: 'INR' },
    output: {
      products: [
        {
          productId: EXAMPLE_PRODUCT,
          productName: '60 Opals',
          gameSlug: 'moonfall-arena',
          gameName: 'Moonfall Arena',
          category: 'Battle arenas',
          isAvailable: true,
          stock: null,
          playerFields: [{ name: 'playerId', label: 'Player ID', options: [] }],
          isPlayerChecked: true,
          playerRegions: ['IN'],
          deliverySeconds: 9,
          currency: 'INR',
          price: 75,
        },
      ],
    },
    errors: ['NO_SUCH_GAME', 'CURRENCY_NOT_OFFERED'],
  },
  validatePlayer: {
    title: 'Check a player',
    words: [
      'Tells whether the game knows the player, and under which name. Show the name to your customer before they pay: a delivery to the wrong player can’t be undone. Nothing is bought or stored.',
      'If `isKnown` is null, the game offers no lookup, and orders go to the player as typed.',
    ],
    input: { productId: EXAMPLE_PRODUCT, playerId: EXAMPLE_PLAYER },
    output: { isKnown: true, name: 'Asha', playerId: EXAMPLE_PLAYER, zoneId: '' },
    errors: ['NO_SUCH_PRODUCT', 'TOO_MANY_PLAYER_CHECKS', 'PLAYERS_UNREACHABLE'],
  },
  createApiQuote: {
    title: 'Hold a price',
    words: [
      'Holds the current price of a product for a few minutes, for one order. Send the quote’s id with the order as `quoteId`, and you pay this price even if it changes. Quotes are optional.',
    ],
    input: { productId: EXAMPLE_PRODUCT, currency: 'INR' },
    output: {
      _id: EXAMPLE_QUOTE,
      productId: EXAMPLE_PRODUCT,
      expiresAt: '2026-11-20T09:35:00.000Z',
      isTest: true,
      currency: 'INR',
      price: 75,
    },
    errors: ['NO_SUCH_PRODUCT', 'NOT_AVAILABLE', 'CURRENCY_NOT_OFFERED'],
  },
  placeApiOrder: {
    title: 'Place an order',
    words: [
      'Buys one pack for one player, paid from your wallet. You get the response once the order is stored and paid. Delivery follows, usually within seconds.',
      'The `reference` is your own ID for the order and belongs to that order forever. If you send the same body with the same reference again, you get the existing order: you’re never charged twice. The header `Idempotency-Key` does the same for at least a day. You don’t need it with a reference.',
      '`buyerIp` is the IP address of your customer. Some suppliers require it, especially for HoYoverse games. Without it, we pass on the address of your API client.',
      '`priceMax` protects you from a price increase: an order that would cost more is refused with PRICE_ABOVE_MAX, and nothing is charged.',
      '`via` is for shops that sell on what they buy here. It names the dispatches that led to the order, so that two shops never order the same pack from each other without end. An order that comes back to us is refused with ORDER_LOOP.',
    ],
    input: {
      productId: EXAMPLE_PRODUCT,
      playerId: EXAMPLE_PLAYER,
      reference: EXAMPLE_REFERENCE,
      currency: 'INR',
    },
    output: ORDER,
    errors: [
      'CURRENCY_NOT_OFFERED',
      'NO_SUCH_PRODUCT',
      'NOT_AVAILABLE',
      'OUT_OF_STOCK',
      'PRICE_ABOVE_MAX',
      'BALANCE_TOO_LOW',
      'PLAYER_NOT_FOUND',
      'PLAYER_ELSEWHERE',
      'PLAYER_UNFIT',
      'ORDER_LOOP',
      'REFERENCE_USED',
      'IDEMPOTENCY_KEY_REUSED',
      'NO_SUCH_QUOTE',
      'QUOTE_EXPIRED',
      'QUOTE_USED',
      'QUOTE_OTHER',
      'QUOTE_BELOW_COST',
      'TOO_MANY_PLAYER_CHECKS',
      'PLAYERS_UNREACHABLE',
      'WEBSITE_CLOSED',
    ],
  },
  findApiOrderByReference: {
    title: 'Find an order by your reference',
    words: [
      'Call this after a timeout or a crash to learn whether your order arrived. NO_SUCH_ORDER means that it didn’t, and that nothing was charged.',
    ],
    input: { reference: EXAMPLE_REFERENCE },
    output: DELIVERED,
    errors: ['NO_SUCH_ORDER'],
  },
  findApiOrder: {
    title: 'Read an order',
    words: ['The current state of an order, by the shop’s ID.'],
    input: { id: EXAMPLE_ORDER },
    output: DELIVERED,
    errors: ['NO_SUCH_CALL', 'NO_SUCH_ORDER'],
  },
  listApiOrders: {
    title: 'List orders',
    words: [
      'Newest first, including orders from the website. To read on, send `next` as `after`. Orders placed in the meantime are neither repeated nor skipped.',
    ],
    input: { limit: '25', status: 'completed' },
    output: { orders: [DELIVERED], next: null },
    errors: ['NO_SUCH_CURSOR'],
  },
  correctApiOrder: {
    title: 'Correct the player of a held order',
    words: [
      'If an order has `heldFor` `player`, the game refuses the player. You can name another player once, and delivery continues. If the pack now costs over 2 % more than the order, it isn’t sent: take the order back and place a new one.',
    ],
    input: { id: EXAMPLE_ORDER, playerId: EXAMPLE_PLAYER },
    output: { ...ORDER, version: 3 },
    errors: [
      'NO_SUCH_CALL',
      'NO_SUCH_ORDER',
      'NOT_HELD',
      'NOT_AVAILABLE',
      'PRICE_CHANGED',
      'PLAYER_NOT_FOUND',
      'PLAYER_UNFIT',
    ],
  },
  refundApiOrder: {
    title: 'Take a held order back',
    words: [
      'The alternative for an order held for its player: it ends, and the money returns to your wallet. Other orders can’t be taken back.',
    ],
    input: { id: EXAMPLE_ORDER },
    output: {
      ...ORDER,
      status: 'refunded',
      version: 3,
      endedAt: ENDED,
      refund: { amount: 75, at: ENDED },
    },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_ORDER', 'NOT_HELD'],
  },
  showApiOrderCode: {
    title: 'Get the code of an order',
    words: [
      'For products that are codes: vouchers, PINs, serial numbers. An order with `hasCode` has one or more. Only this call returns them. No other response or webhook contains codes, so they don’t end up in logs. Each call is recorded.',
      'Test orders have no codes. A refunded order no longer shows its code.',
    ],
    input: { id: EXAMPLE_ORDER },
    output: { codes: ['ABCD-EFGH-IJKL-MNOP'] },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_ORDER', 'NO_CODE', 'CODE_NOT_READY', 'CODE_LOST'],
  },
  listApiDocuments: {
    title: 'Get the invoice of an order',
    words: [
      'The invoice of a paid order, and the credit note of a refund, each with its PDF file. Documents are issued within seconds; until then `isBeingIssued` is true. An issued document never changes.',
      'Enter your GSTIN in your account, so that your invoices show it. Test orders have no documents.',
    ],
    input: { id: EXAMPLE_ORDER },
    output: {
      documents: [
        {
          number: 'GS/26-27/0000001',
          kind: 'invoice',
          issuedAt: '2026-11-24T10:00:00.000Z',
          total: 80,
          tax: 12.2,
          pdf: 'JVBERi0xLjcK',
        },
      ],
      isBeingIssued: false,
    },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_ORDER'],
  },
}

/** Texts for every call of the API. */
export const CALL_WORDS: CallWords = { ...ORDER_CALL_WORDS, ...WEBHOOK_CALL_WORDS }
