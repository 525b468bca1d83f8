/** Part of a chapter: a paragraph, a list, numbered steps or a block of code. */
export type Piece = string | { points: string[] } | { steps: string[] } | { code: string }

export type Chapter = { id: string; title: string; pieces: Piece[] }

const BEFORE_THE_FIRST_ORDER: Chapter[] = [
  {
    id: 'values',
    title: 'Amounts, times, ids',
    pieces: [
      {
        points: [
          'Amounts are decimal numbers in the currency beside them: at most two decimals for `INR`, four for `USD`. Count in whole paise or ten-thousandths of a dollar, not in floating point.',
          'Times are UTC, such as `2026-11-20T09:30:00.000Z`.',
          'Ids are opaque text. Do not build, shorten or count them.',
          'New fields and new values of `code`, `type` and `kind` may come at any time. Ignore a field you do not know, and treat an unknown value as the general case.',
        ],
      },
    ],
  },
  {
    id: 'ordering',
    title: 'Ordering so that nothing is bought twice',
    pieces: [
      'Networks fail after a request has arrived as often as before. Follow these steps, and no crash of yours or ours ever buys a thing twice or loses one:',
      {
        steps: [
          'Before you send an order, save it on your side with a `reference` of your own, such as the id of your customer’s purchase.',
          'Send it with `POST /reseller/orders`.',
          'You got an order: save its `_id`, `price` and `status`. It is paid, and on its way.',
          'You got no answer, or one with `isRetryable: true`: wait, and send **the same body with the same reference** again. If the first one had arrived, you get that order, not another one. After a crash, do the same for every order you have saved without an answer.',
          'You got an answer with `isRetryable: false`: there is no such order and nothing was charged. Fix what `code` names, and the reference may be used again. REFERENCE_USED is the exception: that reference is another order, with another body, whose id is in `details.orderId`.',
          'Wait for the order’s end, by webhook or by asking `GET /reseller/orders/by-reference/{reference}` every few seconds until `endedAt` is there.',
        ],
      },
      'The same body means the same values in every field. So do not compute `priceMax` anew for each try: save it with the order.',
      'Wait between tries as `Retry-After` says, or else half a second, then twice as long each time up to half a minute, a little uneven.',
      'If you send `Idempotency-Key` as well: a refusal that settles the order, such as BALANCE_TOO_LOW, is kept under its key. Make a new key when you try that order once more. An answer that was kept has the header `Idempotent-Replayed: true`.',
    ],
  },
  {
    id: 'life',
    title: 'The life of an order',
    pieces: [
      {
        points: [
          '`processing`: paid, and being delivered. Most take seconds.',
          '`completed`: delivered. An end.',
          '`failed` and `cancelled`: not delivered, and the money is in your wallet again; see `refund`. Ends.',
          '`refunded`: the money came back, even after a delivery. An end.',
        ],
      },
      'A `completed` order may still become `refunded`, once, when our staff refunds it. Every other end is for good.',
      '`heldFor` tells why one that is `processing` does not move. With `player`, the game does not take the player: correct it with `PUT /reseller/orders/{id}/player`, once, or take your money back with `POST /reseller/orders/{id}/refund`. A correction is refused when the pack has become more than 2 % dearer or is off sale. After a day without either, the money goes back by itself. With `person`, our team is checking it, and you don’t need to do anything.',
      '`version` grows with each change. Keep the copy with the highest, however copies reach you.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    pieces: [
      'Each key may send 50 requests a second, and twice as many in any two seconds at once, unless the shop has set another limit. Every answer tells where you stand:',
      {
        points: [
          '`RateLimit-Limit`: how many requests a window of two seconds has.',
          '`RateLimit-Remaining`: how many are left of them.',
          '`RateLimit-Reset`: in how many seconds the window begins anew.',
        ],
      },
      'Beyond it you get TOO_MANY_REQUESTS with status 429 and `Retry-After` in seconds. Checking players has a limit by the hour of its own, because games’ providers have one.',
    ],
  },
  {
    id: 'lists',
    title: 'Long lists',
    pieces: [
      'Orders and statements come in pages. Send `limit` up to 100, and `after` with the `next` of the answer before, until `next` is null. What is added meanwhile neither repeats nor hides anything.',
      'To hold your books against ours, read the statement from the last `sequence` you have. Each line of an order or a refund has your `reference`; the sum of its lines is what the order has cost you in the end.',
    ],
  },
]

/** Chapters to read before the first call. Text in backticks is code. */
export const toGuide = (base: string): Chapter[] => [
  {
    id: 'start',
    title: 'Get started',
    pieces: [
      `With this API your program buys what the shop sells, at your reseller price, paid from your wallet. It is JSON over HTTPS; every address begins with \`${base}\`.`,
      {
        steps: [
          'Sign in with your reseller account and open **API service** in your dashboard.',
          'Make a test key. It begins with `gs_test_`, uses a wallet of test money, and can’t break anything.',
          'Send it in the header `X-API-Key` of every request:',
        ],
      },
      { code: `curl -sS '${base}/reseller/balance' -H "X-API-Key: $GEMSTALL_API_KEY"` },
      'When your program works in test mode, give it a live key (`gs_live_`). Nothing else changes. A test key sees test orders, test webhooks and the test wallet alone; a live key the real ones.',
      'Keep keys on your server, never in an app or a web page. A key may be bound to your addresses and to what it is for: `read` for everything that changes nothing, `orders` to check players and to order, `webhooks` to set those up. You can replace or delete a key at any time; it stops working at once.',
    ],
  },
  {
    id: 'answers',
    title: 'Requests and answers',
    pieces: [
      'Bodies are JSON, with `Content-Type: application/json`. A field that the call does not know is refused, so typing errors don’t go unnoticed. What you asked for is in `data`:',
      {
        code: '{ "success": true, "message": "", "data": { "INR": 12500.5, "USD": 40, "isTest": true } }',
      },
      'Errors carry a machine-readable code, and a message for people:',
      {
        code: `{
  "success": false,
  "code": "BALANCE_TOO_LOW",
  "message": "Your wallet balance is too low: ₹25.00 is missing",
  "data": null,
  "isRetryable": false,
  "canFix": true,
  "details": { "missing": 25, "currency": "INR" },
  "requestId": "0b3c…"
}`,
      },
      {
        points: [
          'Decide by `code` and `isRetryable`, never by `message`, whose words may change. `errors` names the fields of a BAD_INPUT.',
          '`X-Request-Id` is in every answer. Name it when you ask us about one.',
          'Give a request 15 seconds before you give it up. The shop itself answers within ten.',
        ],
      },
    ],
  },
  ...BEFORE_THE_FIRST_ORDER,
]

export const WEBHOOK_GUIDE: Chapter = {
  id: 'webhooks',
  title: 'Webhooks',
  pieces: [
    'Webhooks tell you about changes, so you don’t have to ask. Add the address of your server in the dashboard or with the calls below. Each change of an order is sent there as a POST whose `data` is the order as the calls answer it. Your server answers with a status from 200 to 299 within ten seconds, and does its work afterwards.',
    {
      points: [
        '**Check that it comes from us**: see below. Anybody can find your address.',
        '**Ignore duplicates.** An event may arrive more than once, always with the same `webhook-id`.',
        '**Go by `version`.** Events may arrive out of order: keep the order with the highest version.',
        '**Answer fast.** Anything but 2xx, a redirect too, counts as not delivered. It comes again after 5 and 30 seconds, 2, 10 and 30 minutes, 1, 3, 6, 12 and 24 hours, or later where you say so with `Retry-After`.',
        'Status 410 says that the address is gone: the webhook is disabled. So is one that has failed for five days; we email you before that. Enable it in the dashboard, and replay what it missed.',
        'A `ping` is a test. Its `data` names the webhook: answer it, and do nothing.',
        'Events are kept for 30 days. `GET /reseller/events` lists them for a program that was away.',
      ],
    },
    'Webhooks follow [standardwebhooks.com](https://www.standardwebhooks.com); its libraries work too. By hand:',
    {
      steps: [
        'Take the body as bytes, before anything parses it.',
        'Refuse a `webhook-timestamp` that is more than five minutes from now.',
        'Join `webhook-id`, `webhook-timestamp` and the body with dots between.',
        'Compute HMAC-SHA256 of that. The key is your webhook’s secret without `whsec_`, decoded from base64.',
        'Write the result as base64 and compare it, in constant time, with each part of `webhook-signature`, which look like `v1,…` with spaces between. One that is equal will do: while a secret is changed over there are two.',
      ],
    },
  ],
}

export const VERSIONS: Chapter = {
  id: 'versions',
  title: 'Versions',
  pieces: [
    'The number in the address, `/api/v1`, changes when something would break a program that follows this page. Within it we only add: calls, fields that may be left out, fields in answers, codes, kinds and types of events. What goes away is announced here and by email six months before, and answers until then.',
  ],
}
