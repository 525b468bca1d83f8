import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inShort, toDispatch } from '#connectors/suppliers/testing.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { toSupplier } from '#tests/support/resellers/seller.ts'

const refusal = (code: string) => JSON.stringify({ success: false, code, message: 'No' })
const both = (words: string) => [words, words]

test('an answer that is not clearly the seller’s says nothing about the order', async (t) => {
  const proxy = openProxy(t)
  const supplier = toSupplier({
    url: await proxy.through('http://127.0.0.1:2'),
    headers: { 'x-api-key': 'gs_live_x' },
  })
  const dispatch = toDispatch()
  const say = async (status: string, body: string) => {
    proxy.babble(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    return [await inShort(supplier.deliver(dispatch)), await inShort(supplier.trace!(dispatch))]
  }
  const order = (change: object) =>
    JSON.stringify({
      success: true,
      data: {
        _id: '1',
        reference: dispatch.reference,
        isTest: false,
        status: 'completed',
        heldFor: null,
        price: 90.5,
        currency: 'INR',
        deliveredAt: '2026-01-01T00:00:00.000Z',
        ...change,
      },
    })
  for (const [answer, means] of [
    [['502 Bad Gateway', '<html>'], both('answered 502, and not as a shop does')],
    [['200 OK', '{}'], both('answered 200, and not as a shop does')],
    [['404 Not Found', 'null'], both('answered 404, and not as a shop does')],
    [['301 Moved', ''], both('answered 301, and not as a shop does')],
    [['503 Busy', refusal('BUSY')], both('answered 503: BUSY')],
    [['500 Bug', refusal('BUG')], both('answered 500: BUG')],
    [['409 No', refusal('NEW_CODE')], both('The shop there says: No (NEW_CODE)')],
    [['200 OK', order({})], both('delivered')],
    [['200 OK', order({ status: 'new' })], both('pending')],
    [['200 OK', order({ isTest: true })], both('The order there belongs to the other mode')],
    [['200 OK', order({ reference: 'D' })], both('The shop there reported another order: D')],
  ] as [[string, string], string[]][])
    assert.deepEqual(await say(...answer), means, answer.join())
})
