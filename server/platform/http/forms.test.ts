import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { listAllGallery } from '#contract/catalogue/gallery.ts'
import { IMAGE_BYTES_MAX } from '#contract/core/images.ts'
import { makePicture, plainFile, toFile } from '#tests/support/catalogue/images.ts'
import { createPerson, signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { sendRaw } from '#tests/support/calls/raw.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const ADDRESS = '/api/v1/gallery'

async function openDoor(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  return { shop, admin }
}

const testInShop = shareShop(openDoor)

function toForm(...fields: [name: string, value: string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** The head of a request. The body that follows need not have the given length. */
const head = (
  { tokens }: Partial<Member>,
  length: number,
  type = 'multipart/form-data; boundary=x',
) =>
  [
    `POST ${ADDRESS} HTTP/1.1`,
    'host: shop',
    'connection: close',
    `content-type: ${type}`,
    `content-length: ${length}`,
    ...(tokens ? [`authorization: Bearer ${tokens.accessToken}`] : []),
    '',
    '',
  ].join('\r\n')

const part = (disposition: string, body: string) =>
  `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`

testInShop('callers who may not upload are refused before the file is read', async ({ shop }) => {
  const customer = await signUp(shop, 'Asha Rao')
  for (const [person, status] of [
    [{}, 401],
    [customer, 403],
  ] as const) {
    const answer = await sendRaw(shop.url, head(person, IMAGE_BYTES_MAX))
    assert.equal(answer.status, status) // answered although no byte of the body was sent
  }
  const form = toForm(['imageName', 'Gems'], ['image', toFile(Buffer.alloc(IMAGE_BYTES_MAX))])
  const { status, code } = await createPerson(shop.url).send('POST', ADDRESS, form)
  assert.deepEqual([status, code], [401, 'NOT_SIGNED_IN'])
})

testInShop('a text or file field sent twice is refused', async ({ admin }) => {
  const list = async () => (await admin.call(listAllGallery, {})).data
  const before = await list()
  const image = await plainFile()
  for (const [form, field] of [
    [toForm(['imageName', 'Gems'], ['image', image], ['image', image]), 'image'],
    [toForm(['imageName', 'Gems'], ['imageName', 'Gold'], ['image', image]), 'imageName'],
    [toForm(['imageName', 'Gems'], ['image', image], ['image', 'text']), 'image'],
  ] as const) {
    const { status, code, errors } = await admin.send('POST', ADDRESS, form)
    assert.deepEqual([status, code, errors[0]?.field], [400, 'BAD_INPUT', field])
  }
  assert.deepEqual(await list(), before)
})

testInShop('a form is checked like any other input', async ({ admin }) => {
  const image = await plainFile()
  const noFile = new File([], '', { type: 'application/octet-stream' })
  const forms: [FormData, field: string | undefined, message: string][] = [
    [toForm(['image', image]), 'imageName', 'Please enter an image name'],
    [toForm(['imageName', ' '], ['image', image]), 'imageName', 'Please enter an image name'],
    [toForm(['imageName', 'Gems']), 'image', 'Please choose an image'],
    [toForm(['imageName', 'Gems'], ['image', noFile]), 'image', 'Please choose an image'],
    [toForm(['imageName', 'Gems'], ['image', 'text']), 'image', 'Please choose an image'],
    [toForm(['imageName', image], ['image', image]), 'imageName', 'Please enter an image name'],
    [toForm(['imageName', 'Gems'], ['image', image], ['size', '1']), 'size', 'Unknown field: size'],
    [
      toForm(['imageName', 'a'.repeat(40_000)], ['image', image]),
      'imageName',
      'This text is too long',
    ],
    [
      toForm(['imageName', 'a\0b'], ['image', image]),
      undefined,
      'The input has a character that we can’t store',
    ],
    [
      toForm(['__proto__', 'x'], ['image', image]),
      undefined,
      'We can’t read this form. Please send it again',
    ],
  ]
  for (const [form, field, message] of forms) {
    const answer = await admin.send('POST', ADDRESS, form)
    assert.deepEqual(
      [answer.status, answer.errors[0]?.field, answer.message],
      [400, field, message],
    )
  }
  const many = Array.from({ length: 40 }, (_, index): [string, string] => [`field${index}`, 'x'])
  const { status, code } = await admin.send('POST', ADDRESS, toForm(...many))
  assert.deepEqual([status, code], [413, 'BODY_TOO_LARGE'])
})

testInShop('a form is refused where JSON is expected, and vice versa', async ({ admin }) => {
  const json = await admin.send('POST', ADDRESS, { imageName: 'Gems' })
  assert.deepEqual(
    [json.status, json.code, json.message],
    [415, 'WRONG_CONTENT_TYPE', 'Send the request as multipart/form-data'],
  )
  const form = await admin.send('POST', '/api/v1/auth/logout', toForm())
  assert.deepEqual([form.status, form.code], [415, 'WRONG_CONTENT_TYPE'])
})

testInShop('an invalid or truncated form is refused', async ({ shop, admin }) => {
  const open = part('name="image"; filename="a.png"', 'x'.repeat(500))
  for (const [body, type] of [
    ['', undefined],
    ['--x--\r\n', undefined],
    ['hello', undefined],
    ['--y\r\n\r\n', undefined],
    [open, undefined],
    [`${open}--x`, undefined],
    [part('filename="a.png"', 'x'), undefined],
    [part('name="image', 'x'), undefined],
    [`${open}--x--\r\n`, 'multipart/form-data'],
    [`${open}--x--\r\n`, 'multipart/form-data; boundary='],
    [`${open}--x--\r\n`, 'multipart/mixed; boundary=x'],
  ] as const) {
    const { status } = await sendRaw(shop.url, head(admin, body.length, type) + body)
    assert.ok(status === 400 || status === 415, `${status}: ${body.slice(0, 60)}, ${type}`)
  }
  await makePicture(admin)
})

const isBegun = (line: string) => line.includes('starting multipart parsing')

test('an interrupted upload leaves nothing behind', async (t) => {
  const { shop, admin } = await openDoor(t)
  for (let count = 0; count < 5; count++) {
    const { hostname, port } = new URL(shop.url)
    const socket = connect({ host: hostname, port: Number(port) })
    await once(socket, 'connect')
    socket.write(head(admin, IMAGE_BYTES_MAX))
    socket.write(part('name="imageName"', 'Gems'))
    socket.write(part('name="image"; filename="a.png"', '\x89PNG'.repeat(50_000)).slice(0, -2))
    await until('it is being read', () => shop.log.filter(isBegun).length > count)
    socket.destroy()
  }
  assert.deepEqual((await admin.call(listAllGallery, {})).data, [])
  assert.ok(!shop.log.some((line) => line.includes('"level":50')))
  await makePicture(admin)
})

const HASTY = 0.1 // of the usual patience: a second for an upload

test('a stalled upload is refused and its connection closed', async (t) => {
  const { shop, admin } = await openDoor(t)
  const hasty = await shop.openNode({}, HASTY)
  const started = head(admin, 10_000) + part('name="image"; filename="a.png"', 'x'.repeat(100))
  const { status, headers, body } = await sendRaw(hasty.url, started)
  assert.deepEqual([status, JSON.parse(body).code], [408, 'REQUEST_TOO_SLOW'])
  assert.ok(headers.has('x-request-id'), 'the shop answered before Node gave up')
  await makePicture(admin)
})

testInShop(
  'the connection of a file that was too large serves the next call',
  async ({ admin }) => {
    for (let count = 0; count < 3; count++) {
      const form = toForm(['image', toFile(Buffer.alloc(2 * IMAGE_BYTES_MAX), 'large.png')])
      const { status, message } = await admin.send('POST', ADDRESS, form)
      assert.deepEqual([status, message], [413, 'File "large.png" exceeds the maximum size of 5MB'])
      await makePicture(admin)
    }
  },
)
