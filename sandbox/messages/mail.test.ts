import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createTransport } from 'nodemailer'
import { openSandbox, took } from '#sandbox/testing.ts'

const message = {
  from: 'Gemstall <shop@gemstall.test>',
  to: 'Asha <Asha@example.test>',
  subject: 'Hello',
  text: 'Hello Asha',
}

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const transport = createTransport(sandbox.smtpUrl)
  t.after(() => transport.close())
  return { ...sandbox, transport }
}

test('mails with non-ASCII subject, text and HTML arrive unchanged', async (t) => {
  const { transport, inbox } = await open(t)
  const subject = 'नमस्ते — your 1 234 ₹ top-up of “Diamonds” has been delivered, thank you Zoë'
  const text = `Hello Zoë,\n\n4821\n\n${'नमस्ते '.repeat(40).trim()}\n=3D is not a code\n.dot\n\nGemstall`
  const sentAt = Date.now()
  await transport.sendMail({ ...message, subject, text, html: `<p>${text}</p>` })

  const [mail, ...others] = await inbox('asha@example.TEST')
  assert.deepEqual(others, [])
  assert.deepEqual(
    { ...mail, at: '' },
    { channel: 'mail', from: message.from, to: 'Asha@example.test', subject, text, at: '' },
  )
  const at = Date.parse(mail!.at)
  assert.ok(at >= sentAt && at <= Date.now(), mail!.at)
})

test('each recipient gets the mail', async (t) => {
  const { transport, inbox } = await open(t)
  await transport.sendMail({ ...message, to: 'a@example.test', bcc: 'b@example.test' })
  assert.deepEqual((await inbox()).map(({ to }) => to).toSorted(), [
    'a@example.test',
    'b@example.test',
  ])
})

test('mail is accepted from the shop only', async (t) => {
  const { smtpUrl, inbox } = await open(t)
  for (const [change, code] of [
    [{ password: 'wrong' }, 535],
    [{ username: 'somebody' }, 535],
    [{ username: '', password: '' }, 530],
  ] as const) {
    const url = Object.assign(new URL(smtpUrl), change)
    await assert.rejects(createTransport(url.href).sendMail(message), { responseCode: code })
  }
  assert.deepEqual(await inbox(), [])
})

test('an impossible address is refused', async (t) => {
  const { transport, inbox } = await open(t)
  for (const [from, to] of [
    ['shop@gemstall.test', 'asha@example'],
    ['shop@gemstall', 'asha@example.test'],
    ['', 'asha@example.test'],
  ] as const) {
    const sent = transport.sendMail({ ...message, envelope: { from, to } })
    await assert.rejects(sent, { responseCode: 553 })
  }
  assert.deepEqual(await inbox(), [])
})

test('with the fault “error” the mail is refused and does not arrive', async (t) => {
  const { transport, breakIt, inbox } = await open(t)
  await breakIt({ target: 'mail', kind: 'error' })
  await assert.rejects(transport.sendMail(message), { responseCode: 451 })
  assert.deepEqual(await inbox(), [])
})

test('with a lost reply the connection breaks, and the mail has arrived', async (t) => {
  const { transport, breakIt, inbox } = await open(t)
  await breakIt({ target: 'mail', kind: 'drop-reply' })
  await assert.rejects(transport.sendMail(message), { code: 'ECONNECTION' })
  assert.equal((await inbox('asha@example.test')).length, 1)
})

test('a slow reply takes the set time', async (t) => {
  const { transport, breakIt } = await open(t)
  await breakIt({ target: 'all', kind: 'latency', ms: 150 })
  assert.ok((await took(() => transport.sendMail(message))) >= 145)
})
