import assert from 'node:assert/strict'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { sendLines, sendRaw, type RawAnswer } from '#tests/support/calls/raw.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openShop)

const JSON_TYPE = 'content-type: application/json'
const LOGIN = 'POST /api/v1/auth/login'

function readRefusal({ status, body }: RawAnswer) {
  const { success, message } = JSON.parse(body) as { success: boolean; message: string }
  assert.equal(success, false)
  return { status, message }
}

test('a body in another charset than UTF-8 is refused in words', async (shop) => {
  const charsets = ['utf-16', 'latin1', 'ISO-8859-1', '"utf-16le"', 'utf-8; charset=utf-7', '']
  for (const charset of charsets)
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const headers = [`content-type: ${type}; charset=${charset}`]
      const refusal = readRefusal(await sendLines(shop.url, LOGIN, headers, '{}'))
      assert.deepEqual(
        [refusal.status, refusal.message],
        [415, 'Send the request in UTF-8'],
        `${type} ${charset}`,
      )
    }
  const latin1 = Buffer.from('{"email":"josé@gemstall.test","password":"x"}', 'latin1')
  const head = `${LOGIN} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n${JSON_TYPE}\r\ncontent-length: ${latin1.length}\r\n\r\n`
  const refusal = readRefusal(await sendRaw(shop.url, Buffer.concat([Buffer.from(head), latin1])))
  assert.deepEqual([refusal.status, refusal.message], [400, 'Send the request in UTF-8'])
})

test('a number with too many digits is refused, not rounded', async (shop) => {
  const admin = await signUpAdmin(shop)
  for (const amount of ['1.00000000000000000001', '1.0000001', '1e-400', '0.1e-9'])
    for (const [call, unit] of [
      ['wallet/gift', 'rupees'],
      ['wallet/giftUSD', 'dollars'],
    ]) {
      const answer = await sendLines(
        shop.url,
        `POST /api/v1/${call}`,
        [JSON_TYPE, `authorization: Bearer ${admin.tokens.accessToken}`],
        `{"userId":"${admin.id}","amount":${amount}}`,
      )
      assert.equal(readRefusal(answer).status, 400, `${amount} ${unit}`)
    }
  const sent = '{"email":"a@b.example","password":"1.00000000000000000001"}'
  const texts = readRefusal(await sendLines(shop.url, LOGIN, [JSON_TYPE], sent))
  assert.equal(texts.status, 401)
})
