import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { S3mini } from 's3mini'
import { BUCKET, bucketOutside } from './credentials.ts'
import { openSandbox, took } from './testing.ts'

type Sent = { url: string; headers: Record<string, string>; method: string; body: Buffer }
type Answer = { status: number; code: string | undefined }

/** An S3 client that computes its own signatures. `tamper` changes requests after they are signed. */
async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const { S3_ENDPOINT } = bucketOutside(sandbox.url)
  const connect = (settings: Partial<ConstructorParameters<typeof S3mini>[0]> = {}) =>
    new S3mini({ ...BUCKET, endpoint: `${S3_ENDPOINT}/${BUCKET.name}`, ...settings })
  const put = async (
    tamper: (sent: Sent) => Partial<Sent>,
    settings: Parameters<typeof connect>[0] = {},
    body = Buffer.from('picture'),
  ): Promise<Answer> => {
    let answer: Answer = { status: 0, code: undefined }
    const client = connect({
      ...settings,
      fetch: async (url, init) => {
        const sent = { ...(init as unknown as Sent), url: String(url) }
        const { url: to, ...rest } = { ...sent, ...tamper(sent) }
        const response = await fetch(to, rest as never)
        const code = /<Code>(\w+)<\/Code>/.exec(await response.clone().text())?.[1]
        answer = { status: response.status, code }
        return response
      },
    })
    const checksum = createHash('sha256').update(body).digest('base64')
    const headers = { 'x-amz-checksum-sha256': checksum }
    await client.putObject('a.webp', body, 'image/webp', undefined, headers).catch(() => {})
    return answer
  }
  return { ...sandbox, connect, put, endpoint: S3_ENDPOINT }
}

test('an object can be stored, read, listed and deleted', async (t) => {
  const { connect } = await open(t)
  const client = connect()
  const body = Buffer.from([0, 1, 2, 255])
  assert.equal(await client.getObjectArrayBuffer('a.webp'), null)
  await client.putObject('a.webp', body, 'image/webp')
  const shown = await client.getObjectResponse('a.webp')
  assert.equal(shown?.headers.get('content-type'), 'image/webp')
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), body)
  assert.equal(await client.getContentLength('a.webp'), 4)
  await client.putObject('a.webp', Buffer.from('new'))
  assert.equal(await client.getObject('a.webp'), 'new')
  await client.deleteObject('a.webp')
  await client.deleteObject('a.webp')
  assert.equal(await client.getObject('a.webp'), null)
})

const same = () => ({})
const header = (name: string, value: string) => (sent: Sent) => ({
  headers: { ...sent.headers, [name]: value },
})
const without = (name: string) => (sent: Sent) => ({
  headers: Object.fromEntries(Object.entries(sent.headers).filter(([one]) => one !== name)),
})

test('requests without a valid signature are refused', async (t) => {
  const { put, url } = await open(t)
  const cases: [Promise<Answer>, status: number, code: string][] = [
    [put(without('authorization')), 403, 'AccessDenied'],
    [put(header('authorization', 'Bearer x')), 400, 'AuthorizationHeaderMalformed'],
    [put(same, { secretAccessKey: 'another' }), 403, 'SignatureDoesNotMatch'],
    [put(same, { accessKeyId: 'AKIAANOTHER' }), 403, 'InvalidAccessKeyId'],
    [put(same, { region: 'us-east-1' }), 400, 'AuthorizationHeaderMalformed'],
    [put(({ url }) => ({ url: url.replace('a.webp', 'b.webp') })), 403, 'SignatureDoesNotMatch'],
    [put(({ url }) => ({ url: `${url}?acl=` })), 403, 'SignatureDoesNotMatch'],
    [put(() => ({ method: 'DELETE' })), 403, 'SignatureDoesNotMatch'],
    [put(header('x-amz-acl', 'public-read')), 403, 'AccessDenied'],
    [put(without('x-amz-date')), 403, 'AccessDenied'],
    [put(without('x-amz-content-sha256')), 400, 'InvalidRequest'],
    [put(header('x-amz-content-sha256', '0'.repeat(64))), 400, 'XAmzContentSHA256Mismatch'],
    [put(same, { endpoint: `${url}/s3/another` }), 404, 'NoSuchBucket'],
    [put(() => ({ body: Buffer.from('damaged') })), 400, 'BadDigest'],
    [put(same), 200, ''],
  ]
  for (const [answer, status, code] of cases)
    assert.deepEqual(await answer, { status, code: code || undefined })
})

test('requests dated fifteen minutes off are refused', async (t) => {
  const { put } = await open(t)
  for (const [minutes, code] of [
    [-16, 'RequestTimeTooSkewed'],
    [16, 'RequestTimeTooSkewed'],
    [-14, 'SignatureDoesNotMatch'], // the time is accepted, the signature is wrong
  ] as const) {
    const at = new Date(Date.now() + minutes * 60_000).toISOString().replace(/[-:]|\.\d+/g, '')
    const day = at.slice(0, 8)
    const answer = await put(({ headers }) => ({
      headers: {
        ...headers,
        'x-amz-date': at,
        authorization: headers['authorization']!.replace(/\/\d{8}\//, `/${day}/`),
      },
    }))
    assert.deepEqual(answer, { status: 403, code })
  }
})

test('the bucket can be slow, refuse, and lose replies', async (t) => {
  const { connect, breakIt, url } = await open(t)
  const client = connect()
  await client.putObject('a.webp', Buffer.from('old'))
  await breakIt({ target: 'bucket', kind: 'error' })
  await assert.rejects(client.putObject('a.webp', Buffer.from('new')), /503/)
  await fetch(`${url}/faults`, { method: 'DELETE' })
  assert.equal(await client.getObject('a.webp'), 'old')
  await breakIt({ target: 'bucket', kind: 'drop-reply' })
  await assert.rejects(client.putObject('a.webp', Buffer.from('new')))
  await fetch(`${url}/faults`, { method: 'DELETE' })
  assert.equal(await client.getObject('a.webp'), 'new')
  await breakIt({ target: 'bucket', kind: 'latency', ms: 200 })
  assert.ok((await took(() => client.getObject('a.webp'))) >= 190)
})
