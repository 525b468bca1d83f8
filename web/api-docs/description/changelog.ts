/** Changes of the API, newest first. */
export const CHANGELOG = [
  {
    date: '2026-11-28',
    changes: [
      '`via` of an order, and the error ORDER_LOOP, for shops that sell on what they buy here.',
    ],
  },
  {
    date: '2026-11-26',
    changes: [
      'Invoices and credit notes as PDF files: the call “Get the invoice of an order”.',
      'Balances can be below zero, after an adjustment or a lost dispute. Statements have the kinds `adjustment` and `dispute`.',
    ],
  },
  {
    date: '2026-11-24',
    changes: [
      'Products that are codes: `hasCode` in orders, and the call “Get the code of an order”.',
      '`buyerIp` of an order: the address of the person who buys from you.',
      'Orders can be listed by `page`, and oldest first with `sort`.',
    ],
  },
  {
    date: '2026-11-22',
    changes: [
      'The first version: balance, statement, products, players, quotes, orders, webhooks and test mode.',
    ],
  },
]

/** Version of the API, not of the shop. Its major number is part of every address. */
export const API_VERSION = '1.3.0'
