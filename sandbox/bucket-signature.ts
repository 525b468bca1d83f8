import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'
import { BUCKET } from './credentials.ts'

/** An error with Amazon's own code, which clients rely on. */
export type S3Error = { status: number; code: string; message: string }
export type Ask = { method: string; url: URL; headers: IncomingMessage['headers']; body: Buffer }

const SKEW_MAX_MS = 15 * 60 * 1000
const UNSIGNED = 'UNSIGNED-PAYLOAD'
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<accessKeyId>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<signed>[a-z0-9;-]+), ?Signature=(?<signature>[0-9a-f]{64})$/
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

const no = (status: number, code: string, message: string): S3Error => ({ status, code, message })

const ANONYMOUS = no(403, 'AccessDenied', 'Access Denied')
const MALFORMED = no(
  400,
  'AuthorizationHeaderMalformed',
  'The authorization header that you provided is not valid.',
)
const WRONG_REGION = no(
  400,
  'AuthorizationHeaderMalformed',
  `The authorization header is malformed; the region is wrong; expecting '${BUCKET.region}'`,
)
const UNKNOWN_KEY = no(
  403,
  'InvalidAccessKeyId',
  'The AWS Access Key Id you provided does not exist in our records.',
)
const NO_DATE = no(
  403,
  'AccessDenied',
  'AWS authentication requires a valid Date or x-amz-date header',
)
const SKEWED = no(
  403,
  'RequestTimeTooSkewed',
  'The difference between the request time and the current time is too large.',
)
const NO_HASH = no(
  400,
  'InvalidRequest',
  'Missing required header for this request: x-amz-content-sha256',
)
const WRONG_HASH = no(
  400,
  'XAmzContentSHA256Mismatch',
  'The provided x-amz-content-sha256 header does not match what was computed.',
)
const UNSIGNED_HEADER = no(
  403,
  'AccessDenied',
  'There were headers present in the request which were not signed',
)
const WRONG_SIGNATURE = no(
  403,
  'SignatureDoesNotMatch',
  'The request signature we calculated does not match the signature you provided.',
)

/** Checks the request's signature. Returns undefined if it is valid. */
export async function findForgery(ask: Ask): Promise<S3Error | undefined> {
  const { authorization, ...headers } = ask.headers
  if (!authorization) return ANONYMOUS
  const claim = AUTHORIZATION.exec(authorization)?.groups
  if (!claim) return MALFORMED
  if (claim['accessKeyId'] !== BUCKET.accessKeyId) return UNKNOWN_KEY
  if (claim['region'] !== BUCKET.region) return WRONG_REGION
  const date = String(headers['x-amz-date'])
  const at = readDate(date)
  if (!at || !date.startsWith(claim['day']!)) return NO_DATE
  if (Math.abs(Date.now() - at.getTime()) > SKEW_MAX_MS) return SKEWED
  const hash = headers['x-amz-content-sha256']
  if (!hash) return NO_HASH
  if (hash !== UNSIGNED && hash !== createHash('sha256').update(ask.body).digest('hex'))
    return WRONG_HASH
  const signed = claim['signed']!.split(';')
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  )
  if (mustBeSigned.some((name) => !signed.includes(name))) return UNSIGNED_HEADER
  const right = Buffer.from(await sign(ask, signed, at))
  return timingSafeEqual(right, Buffer.from(claim['signature']!)) ? undefined : WRONG_SIGNATURE
}

function readDate(text: string): Date | undefined {
  const [year, month, day, hour, minute, second] = (DATE.exec(text) ?? []).slice(1).map(Number)
  return year === undefined
    ? undefined
    : new Date(Date.UTC(year, month! - 1, day, hour, minute, second))
}

/** Amazon's signer requires a hash class. */
class Sha256 {
  readonly #hash
  constructor(secret?: unknown) {
    this.#hash = secret ? createHmac('sha256', toBytes(secret)) : createHash('sha256')
  }
  update(bytes: unknown): void {
    this.#hash.update(toBytes(bytes))
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

function toBytes(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  const { buffer, byteOffset, byteLength } = value as Uint8Array<ArrayBuffer>
  return Buffer.from(buffer, byteOffset, byteLength)
}

const signer = new SignatureV4({
  service: 's3',
  region: BUCKET.region,
  credentials: BUCKET,
  uriEscapePath: false,
  sha256: Sha256,
})

/** The same request signed by Amazon's own library. The received signature must equal this one. */
async function sign({ method, url, headers }: Ask, names: string[], at: Date): Promise<string> {
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
    },
    { signingDate: at },
  )
  return signed.headers['authorization']!.split('Signature=')[1]!
}
