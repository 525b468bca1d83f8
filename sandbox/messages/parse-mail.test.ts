import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { parseMail } from './parse-mail.ts'

const mail = (...lines: string[]) => parseMail(Buffer.from(lines.join('\r\n')))

test('both kinds of encoded words are read, without gaps from folding', () => {
  const { subject } = mail(
    'Subject: =?UTF-8?Q?Caf=C3=A9_?=',
    ' =?utf-8?B?4oK5?= and =?iso-8859-1?q?Zo=EB?=',
    '',
    '',
  )
  assert.equal(subject, 'Café ₹ and Zoë')
})

test('each part is decoded by its own encoding and charset', () => {
  const { text, html, attachments } = mail(
    'Content-Type: multipart/mixed; boundary="a b"',
    '',
    'This is a multi-part message.',
    '--a b',
    'Content-Type: multipart/alternative;',
    ' boundary=inner',
    '',
    '--inner',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Zo=EB says =',
    'hello',
    '--inner is not alone on this line',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>₹</p>').toString('base64'),
    '--inner--',
    '--a b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=x.txt',
    '',
    'attached',
    '--a b--',
  )
  assert.equal(text, 'Zoë says hello\n--inner is not alone on this line')
  assert.equal(html, '<p>₹</p>')
  const sha256 = createHash('sha256').update('attached').digest('hex')
  assert.deepEqual(attachments, [{ name: 'x.txt', bytes: 8, sha256 }])
})

test('mails of one part and empty mails are read too', () => {
  assert.deepEqual(mail('From: A <a@example.com>', 'Subject: Hi', '', 'One', '', 'Two', ''), {
    from: 'A <a@example.com>',
    subject: 'Hi',
    text: 'One\n\nTwo',
    html: '',
  })
  assert.deepEqual(mail('', 'Text without a header'), {
    from: '',
    subject: '',
    text: 'Text without a header',
    html: '',
  })
})
