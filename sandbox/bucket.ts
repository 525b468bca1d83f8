// A bucket of Amazon S3, addressed by path. Its objects last as long as the sandbox.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findForgery, type Ask, type S3Error } from './bucket-signature.ts'
import { BUCKET } from './credentials.ts'
import { REPLY_FAULTS } from './faults.ts'
import { NO_ANSWER, send, type Answer } from './http.ts'
import type { Player, SandboxDeps } from './players/player.ts'

const NAME = 'bucket'
const PATH = '/s3'
const OBJECT_BYTES_MAX = 20 * 1024 * 1024

type Stored = { body: Buffer; type: string; etag: string; at: Date }

export const bucket = ({ faults }: SandboxDeps): Player => {
  const objects = new Map<string, Stored>()
  return {
    name: NAME,
    title: 'Bucket for files (S3)',
    faults: REPLY_FAULTS,
    mount: {
      path: PATH,
      async handle(request, response) {
        const ask = await read(request)
        const outcome = await faults.suffer(NAME, async () => answer(objects, ask))
        if (outcome.is === 'dropped') return send(response, NO_ANSWER)
        const reply = outcome.is === 'done' ? outcome.value : refuse(ask, SLOW_DOWN)
        // A HEAD reply has the same headers as GET, and no body.
        send(response, ask.method === 'HEAD' ? { ...reply, body: '' } : reply)
      },
    },
  }
}

async function read(request: IncomingMessage): Promise<Ask> {
  const { method = '', headers } = request
  const url = new URL(`http://${headers.host}${request.url}`)
  return { method, url, headers, body: await buffer(request) }
}

const SLOW_DOWN = { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' }

async function answer(objects: Map<string, Stored>, ask: Ask): Promise<Answer> {
  const error = (await findForgery(ask)) ?? findProblem(ask)
  if (error) return refuse(ask, error)
  const key = keyOf(ask)
  if (ask.method === 'PUT') return put(objects, key, ask)
  if (ask.method === 'DELETE') {
    objects.delete(key)
    return { status: 204, headers: common(), body: '' }
  }
  const object = objects.get(key)
  if (!object)
    return refuse(ask, {
      status: 404,
      code: 'NoSuchKey',
      message: 'The specified key does not exist.',
    })
  const { body, type, etag, at } = object
  const headers = {
    'content-type': type,
    'content-length': String(body.length),
    etag,
    'last-modified': at.toUTCString(),
  }
  return { status: 200, headers: { ...common(), ...headers }, body }
}

function put(objects: Map<string, Stored>, key: string, { headers, body }: Ask): Answer {
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  const type = headers['content-type'] ?? 'binary/octet-stream'
  objects.set(key, { body, type, etag, at: new Date() })
  return { status: 200, headers: { ...common(), etag }, body: '' }
}

const NO_BUCKET = {
  status: 404,
  code: 'NoSuchBucket',
  message: 'The specified bucket does not exist',
}
const NOT_ALLOWED = {
  status: 405,
  code: 'MethodNotAllowed',
  message: 'The specified method is not allowed against this resource.',
}
const TOO_LARGE = {
  status: 400,
  code: 'EntityTooLarge',
  message: 'Your proposed upload exceeds the maximum allowed size',
}
const NO_LENGTH = {
  status: 411,
  code: 'MissingContentLength',
  message: 'You must provide the Content-Length HTTP header.',
}
const BAD_DIGEST = {
  status: 400,
  code: 'BadDigest',
  message: 'The SHA256 you specified did not match the calculated checksum.',
}

function findProblem(ask: Ask): S3Error | undefined {
  const { method, url, headers, body } = ask
  const [, , name] = url.pathname.split('/')
  if (name !== BUCKET.name) return NO_BUCKET
  if (!['PUT', 'GET', 'HEAD', 'DELETE'].includes(method) || !keyOf(ask) || url.search)
    return NOT_ALLOWED
  if (method !== 'PUT') return undefined
  if (headers['content-length'] === undefined) return NO_LENGTH
  if (body.length > OBJECT_BYTES_MAX) return TOO_LARGE
  const checksum = headers['x-amz-checksum-sha256']
  const isGood = checksum === undefined || checksum === digest(body)
  return isGood ? undefined : BAD_DIGEST
}

const digest = (body: Buffer) => createHash('sha256').update(body).digest('base64')
const keyOf = ({ url }: Ask) => decodeURIComponent(url.pathname.split('/').slice(3).join('/'))
const common = () => ({ 'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase() })

function refuse({ url }: Ask, { status, code, message }: S3Error): Answer {
  const headers = common()
  return {
    status,
    headers: { ...headers, 'content-type': 'application/xml' },
    body:
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>` +
      `<Resource>${encodeURI(url.pathname)}</Resource>` +
      `<RequestId>${headers['x-amz-request-id']}</RequestId></Error>`,
  }
}
