/** Part of a chapter: a paragraph, a list, numbered steps or a block of code. */
export type Piece = string | { points: string[] } | { steps: string[] } | { code: string }

export type Chapter = { id: string; title: string; pieces: Piece[] }

const BEFORE_THE_FIRST_ORDER: Chapter[] = [
  {
    id: 'values',
    title: 'Amounts, times and IDs',
    pieces: [
      {
        points: [
          'Amounts are decimal numbers in the currency beside them: at most two decimals for `INR`, four for every other currency. Count in whole paise or ten-thousandths, not in floating point.',
          'Times are UTC, such as `2026-11-20T09:30:00.000Z`.',
          'IDs are opaque text. Don’t build, shorten or parse them.',
          'New fields and new values of `code`, `type` and `kind` may be added at any time. Ignore fields you don’t know, and handle unknown values like the general case.',
        ],
      },
    ],
  },
  {
    id: 'ordering',
    title: 'Placing each order exactly once',
    pieces: [
      'A network can fail before or after a request arrives. With these steps, no crash on your side or ours buys anything twice or loses an order:',
      {
        steps: [
          'Before you send an order, store it with a `reference` of your own, such as the ID of your customer’s purchase.',
          'Send it with `POST /reseller/orders`.',
          'If you get an order, store its `_id`, `price` and `status`. It’s paid and being delivered.',
          'If you get no response, or one with `isRetryable: true`, wait and send **the same body with the same reference** again. If the first request had arrived, you get that order, not a second one. After a crash, do the same for every stored order without a response.',
          'If you get `isRetryable: false`, there is no order and nothing was charged. Fix the problem named by `code`; you can use the reference again. REFERENCE_USED is the exception: the reference belongs to another order with a different body, whose ID is in `details.orderId`.',
          'Wait until the order ends, by webhook or by polling `GET /reseller/orders/by-reference/{reference}` every few seconds until `endedAt` is set.',
        ],
      },
      'The same body means the same values in every field. So don’t recompute `priceMax` for each attempt: store it with the order.',
      'Between attempts, wait as long as `Retry-After` says. Without it, start at half a second and double the wait up to 30 seconds, with some jitter.',
      'If you also send `Idempotency-Key`: a final refusal such as BALANCE_TOO_LOW is stored under its key. Use a new key to try that order again. A stored response has the header `Idempotent-Replayed: true`.',
    ],
  },
  {
    id: 'life',
    title: 'The life of an order',
    pieces: [
      {
        points: [
          '`processing`: paid, and being delivered. Most take seconds.',
          '`completed`: delivered. Final.',
          '`failed` and `cancelled`: not delivered, and the money is back in your wallet; see `refund`. Final.',
          '`refunded`: the money was returned, even after a delivery. Final.',
        ],
      },
      'A `completed` order can still become `refunded`, once, if our staff refunds it. All other final statuses never change.',
      '`heldFor` tells why a `processing` order is on hold. With `player`, the game refuses the player: correct it with `PUT /reseller/orders/{id}/player`, once, or take your money back with `POST /reseller/orders/{id}/refund`. A correction is refused if the pack’s price has risen by more than 2 % or it’s off sale. If you do neither for a day, the order is refunded automatically. With `person`, our team is checking it, and you don’t need to do anything.',
      '`version` increases with each change. Keep the copy with the highest version, in whatever order copies arrive.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    pieces: [
      'Each key may send 50 requests per second, counted in windows of two seconds, unless the shop has set another limit. Every response shows your usage:',
      {
        points: [
          '`RateLimit-Limit`: requests allowed per window of two seconds.',
          '`RateLimit-Remaining`: requests left in the window.',
          '`RateLimit-Reset`: seconds until the window resets.',
        ],
      },
      'Above the limit you get TOO_MANY_REQUESTS with status 429 and `Retry-After` in seconds. Player checks have a separate hourly limit, because suppliers limit them too.',
    ],
  },
  {
    id: 'lists',
    title: 'Long lists',
    pieces: [
      'Orders and statements are paginated. Send `limit` (up to 100), and `after` with the `next` of the previous response, until `next` is null. Items added in the meantime cause no repeats or gaps.',
      'To reconcile your books with ours, read the statement from the last `sequence` you have. Each line of an order or a refund has your `reference`; the sum of an order’s lines is its final cost.',
    ],
  },
]

/** Chapters to read before the first call. Text in backticks is code. */
export const toGuide = (base: string): Chapter[] => [
  {
    id: 'start',
    title: 'Get started',
    pieces: [
      `This API lets your software buy the shop’s packs at your reseller price, paid from your wallet. It is JSON over HTTPS; every URL begins with \`${base}\`.`,
      {
        steps: [
          'Sign in with your reseller account and open **API service** in your dashboard.',
          'Make a test key. It begins with `gs_test_`, uses a wallet of test money, and can’t break anything.',
          'Send it in the header `X-API-Key` of every request:',
        ],
      },
      { code: `curl -sS '${base}/reseller/balance' -H "X-API-Key: $GEMSTALL_API_KEY"` },
      'When your software works in test mode, switch to a live key (`gs_live_`). Nothing else changes. A test key sees only test orders, test webhooks and the test wallet; a live key sees only the real ones.',
      'Keep keys on your server, never in an app or a web page. You can restrict a key to IP addresses and permissions: `read` for calls that change nothing, `orders` to check players and place orders, `webhooks` to manage webhooks. You can replace or delete a key at any time; it stops working at once.',
    ],
  },
  {
    id: 'answers',
    title: 'Requests and responses',
    pieces: [
      'Bodies are JSON, with `Content-Type: application/json`. Unknown fields are refused, so typing errors don’t go unnoticed. The result is in `data`:',
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
          'Rely on `code` and `isRetryable`, never on `message`, whose words may change. `errors` names the fields of a BAD_INPUT.',
          'Every response has an `X-Request-Id`. Quote it when you contact support.',
          'Use a timeout of 15 seconds. The shop answers within ten.',
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
    'Webhooks notify you of changes, so you don’t have to poll. Add your server’s URL in the dashboard or with the calls below. Each change of an order is sent to it as a POST whose `data` is the order as in API responses. Respond with a status from 200 to 299 within ten seconds, and process the event afterwards.',
    {
      points: [
        '**Verify the signature**: see below. Anyone can find your URL.',
        '**Ignore duplicates.** An event may arrive more than once, always with the same `webhook-id`.',
        '**Compare `version`.** Events can arrive out of order: keep the order with the highest version.',
        '**Respond fast.** Anything but 2xx, even a redirect, counts as a failure. We retry after 5 and 30 seconds, 2, 10 and 30 minutes, 1, 3, 6, 12 and 24 hours, or later if you send `Retry-After`.',
        'Status 410 means the URL is gone, and disables the webhook. A webhook that fails for five days is disabled too; we email you before that. Enable it in the dashboard, and replay what it missed.',
        'A `ping` is a test. Its `data` names the webhook. Respond to it and do nothing else.',
        'Events are kept for 30 days. `GET /reseller/events` lists them, so you can catch up after downtime.',
      ],
    },
    'Webhooks follow [standardwebhooks.com](https://www.standardwebhooks.com), so you can use its libraries. To verify one yourself:',
    {
      steps: [
        'Take the body as bytes, before anything parses it.',
        'Reject a `webhook-timestamp` more than five minutes away from now.',
        'Join `webhook-id`, `webhook-timestamp` and the body with dots between.',
        'Compute HMAC-SHA256 of that. The key is your webhook’s secret without `whsec_`, decoded from base64.',
        'Encode the result as base64 and compare it, in constant time, with each part of `webhook-signature` (`v1,…`, separated by spaces). One match is enough: while you change secrets there are two.',
      ],
    },
  ],
}

export const VERSIONS: Chapter = {
  id: 'versions',
  title: 'Versions',
  pieces: [
    'The version in the URL, `/api/v1`, changes only for breaking changes. Within a version we only add: calls, optional fields, response fields, codes, kinds and event types. Removals are announced here and by email six months ahead, and keep working until then.',
  ],
}
