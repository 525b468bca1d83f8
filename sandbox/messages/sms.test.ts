import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSandbox, took } from '#sandbox/testing.ts'

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const order = {
    template_id: sandbox.shop.MSG91_TEMPLATE_ID,
    mobile: '919000000001',
    otp: '0421',
    otp_length: '4',
    otp_expiry: '10',
  }
  const post = (query: Record<string, string | undefined>, init: RequestInit = {}) => {
    const given = Object.entries(query).filter((one): one is [string, string] => Boolean(one[1]))
    const url = `${sandbox.url}/api/v5/otp?${new URLSearchParams(given)}`
    return fetch(url, { method: 'POST', ...init })
  }
  const sendOtp = (change: Partial<typeof order> = {}, authkey = sandbox.shop.MSG91_AUTH_KEY) =>
    post({ ...order, ...change }, { headers: { authkey } })
  return { ...sandbox, post, sendOtp, order }
}

test('a code arrives at the phone in any spelling of its number', async (t) => {
  const { sendOtp, inbox } = await open(t)
  const response = await sendOtp()
  const { type, request_id } = (await response.json()) as Record<string, string>
  assert.equal(type, 'success')
  assert.match(request_id!, /^[0-9a-f]{24}$/)

  for (const to of ['9000000001', '919000000001', '+919000000001', '+91 90000 00001']) {
    const [sms, ...others] = await inbox(to)
    assert.deepEqual(others, [])
    assert.deepEqual(
      { ...sms, at: '' },
      {
        channel: 'sms',
        to: '9000000001',
        subject: '',
        text: '0421 is your Gemstall OTP. It is valid for 10 minutes. Do not share it with anyone.',
        at: '',
      },
    )
  }
  assert.deepEqual(await inbox('9000000002'), [])
})

test('the key is also accepted in the query', async (t) => {
  const { post, order, shop } = await open(t)
  const response = await post({ ...order, authkey: shop.MSG91_AUTH_KEY })
  assert.equal(((await response.json()) as { type: string }).type, 'success')
})

test('requests that MSG91 refuses get status 200 and a reason', async (t) => {
  const { sendOtp, send, post, order, inbox, shop } = await open(t)
  const authkey = shop.MSG91_AUTH_KEY
  const refusals = [
    [await send('/api/v5/otp', order, { authkey }), /Template ID missing/],
    [await sendOtp({}, 'wrong'), /Authentication/],
    [await sendOtp({}, ''), /Authentication/],
    [await sendOtp({ template_id: '' }), /Template ID/],
    [await sendOtp({ template_id: 'another' }), /template ID/],
    [await sendOtp({ mobile: '' }), /mobile/],
    [await sendOtp({ mobile: '9000000001' }), /mobile/],
    [await sendOtp({ mobile: '+919000000001' }), /mobile/],
    [await sendOtp({ otp: '' }), /4 to 9 digits/],
    [await sendOtp({ otp: '123', otp_length: '3' }), /4 to 9 digits/],
    [await sendOtp({ otp: '12a4' }), /4 to 9 digits/],
    [await sendOtp({ otp: '12345' }), /otp_length/],
    [await sendOtp({ otp_expiry: '0' }), /expiry/],
    [await sendOtp({ otp_expiry: 'soon' }), /expiry/],
    [await post(order, { headers: { authkey }, body: 'no JSON' }), /body/],
  ] as const
  for (const [response, words] of refusals) {
    assert.equal(response.status, 200)
    const { type, message } = (await response.json()) as { type: string; message: string }
    assert.equal(type, 'error')
    assert.match(message, words)
  }
  assert.deepEqual(await inbox(), [])
})

test('with the fault “error” the answer is 500 and the code does not arrive', async (t) => {
  const { sendOtp, breakIt, inbox } = await open(t)
  await breakIt({ target: 'sms', kind: 'error' })
  assert.equal((await sendOtp()).status, 500)
  assert.deepEqual(await inbox(), [])
})

test('with a lost reply the connection breaks, and the code has arrived', async (t) => {
  const { sendOtp, breakIt, inbox } = await open(t)
  await breakIt({ target: 'sms', kind: 'drop-reply' })
  await assert.rejects(sendOtp(), TypeError)
  assert.equal((await inbox('9000000001')).length, 1)
})

test('a slow reply takes the set time', async (t) => {
  const { sendOtp, breakIt } = await open(t)
  await breakIt({ target: 'sms', kind: 'latency', ms: 150 })
  assert.ok((await took(() => sendOtp())) >= 145)
})
