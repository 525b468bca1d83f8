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
      'What is in your two wallets now. The wallets are apart: an order in rupees is paid from the rupee wallet alone.',
    ],
    input: {},
    output: { INR: 12_500.5, USD: 40, isTest: true },
    errors: [],
  },
  getApiStatement: {
    title: 'Read your statement',
    words: [
      'Every movement of one wallet, the oldest first. Each line has the balance after it, so the amounts add up to the balance at any line. Lines are numbered from 1 without a gap.',
      'To keep a copy, remember the last sequence you have and ask for those after it. When `next` is null, you have them all.',
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
    errors: [],
  },
  listApiProducts: {
    title: 'List the products',
    words: [
      'All packs at your price, in one answer. Keep a copy, and read it again every few minutes or when an order is refused for its price.',
      'The answer has an ETag. Send it back as `If-None-Match`: while nothing has changed, the answer is 304 with no body.',
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
    errors: ['NO_SUCH_GAME'],
  },
  validatePlayer: {
    title: 'Check a player',
    words: [
      'Whether the game knows the player, and by which name. Show the name to your customer before they pay: what has reached a wrong player cannot be taken back. Nothing is bought and nothing is kept.',
      'Where `isKnown` is null nobody can be asked, and an order goes to the player as it was typed.',
    ],
    input: { productId: EXAMPLE_PRODUCT, playerId: EXAMPLE_PLAYER },
    output: { isKnown: true, name: 'Asha', playerId: EXAMPLE_PLAYER, zoneId: '' },
    errors: ['NO_SUCH_PRODUCT', 'TOO_MANY_PLAYER_CHECKS', 'PLAYERS_UNREACHABLE'],
  },
  createApiQuote: {
    title: 'Hold a price',
    words: [
      'Today’s price of a product for some minutes and for one order. Send the quote’s id with the order as `quoteId`, and you pay this price whatever it is by then. You need no quote to order.',
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
    errors: ['NO_SUCH_PRODUCT', 'NOT_AVAILABLE'],
  },
  placeApiOrder: {
    title: 'Place an order',
    words: [
      'Buys one pack for one player, paid from your wallet. The answer comes when the order is on disk and paid; the delivery follows, mostly within seconds.',
      'The `reference` is your own name of the order, and it is one order for ever. Send the same body with the same reference again, at any time, and you get the order that there is: you are never charged twice. The header `Idempotency-Key` does the same for at least a day, and is not needed beside a reference.',
      '`buyerIp` is the network address of the person who buys from you. Some suppliers ask for it, above all for games of HoYoverse. Without it, the address of your program is passed on.',
      '`priceMax` guards you against a price that has risen since you read it: an order that would cost more is refused with PRICE_ABOVE_MAX, and nothing is charged.',
    ],
    input: {
      productId: EXAMPLE_PRODUCT,
      playerId: EXAMPLE_PLAYER,
      reference: EXAMPLE_REFERENCE,
      currency: 'INR',
    },
    output: ORDER,
    errors: [
      'NO_SUCH_PRODUCT',
      'NOT_AVAILABLE',
      'OUT_OF_STOCK',
      'PRICE_ABOVE_MAX',
      'BALANCE_TOO_LOW',
      'PLAYER_NOT_FOUND',
      'PLAYER_ELSEWHERE',
      'PLAYER_UNFIT',
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
      'The one to ask after a time-out or a crash: it tells whether your order arrived. NO_SUCH_ORDER means that it did not, and that nothing was charged.',
    ],
    input: { reference: EXAMPLE_REFERENCE },
    output: DELIVERED,
    errors: ['NO_SUCH_ORDER'],
  },
  findApiOrder: {
    title: 'Read an order',
    words: ['An order by the shop’s id, as it is now.'],
    input: { id: EXAMPLE_ORDER },
    output: DELIVERED,
    errors: ['NO_SUCH_CALL', 'NO_SUCH_ORDER'],
  },
  listApiOrders: {
    title: 'List orders',
    words: [
      'The newest first, those from the website among them. `next` leads to the orders behind these: send it as `after`. What is placed meanwhile neither repeats nor hides an order.',
    ],
    input: { limit: '25', status: 'completed' },
    output: { orders: [DELIVERED], next: null },
    errors: ['NO_SUCH_CURSOR'],
  },
  correctApiOrder: {
    title: 'Correct the player of a held order',
    words: [
      'Where an order has `heldFor` player, its game does not take the player. Name another one, once; the delivery goes on. A pack that now costs over 2 % more than the order is not sent: take the order back and place a new one.',
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
      'The other way out of an order that is held for its player: it ends, and its money is in your wallet again. Orders that are not held cannot be taken back.',
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
      'For products that are codes: vouchers, PINs, serial numbers. An order with `hasCode` has one or more. This call is the only place where they can be read: no other answer and no webhook has them, so that they stand in no log of yours or ours. Each call is recorded.',
      'Orders of test mode have no codes. A refunded order does not show its code any more.',
    ],
    input: { id: EXAMPLE_ORDER },
    output: { codes: ['ABCD-EFGH-IJKL-MNOP'] },
    errors: ['NO_SUCH_CALL', 'NO_SUCH_ORDER', 'NO_CODE', 'CODE_NOT_READY', 'CODE_LOST'],
  },
}

/** Texts for every call of the API. */
export const CALL_WORDS: CallWords = { ...ORDER_CALL_WORDS, ...WEBHOOK_CALL_WORDS }
