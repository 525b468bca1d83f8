import { createHash } from 'node:crypto'

type ParsedMail = {
  from: string
  subject: string
  text: string
  html: string
  unsubscribe?: Unsubscribe
  attachments?: Attachment[]
}

/** A file that came with a mail. */
export type Attachment = { name: string; bytes: number; sha256: string }

/** A mail's one-click unsubscribe request. */
export type Unsubscribe = { url: string; post: string }

type Headers = Map<string, string>
type Part = { headers: Headers; body: string }

/** Reads what a mail client shows: the subject, and the first plain and HTML parts. */
export function parseMail(raw: Buffer): ParsedMail {
  const mail = toPart(raw.toString('latin1')) // one character per byte: each part has its own charset
  const leaves = [...leavesOf(mail)]
  const parts = leaves.filter(({ headers }) => !isAttachment(headers))
  const attachments = leaves.filter(({ headers }) => isAttachment(headers)).map(toAttachment)
  const textOf = (type: string) => {
    const part = parts.find(({ headers }) => contentTypeOf(headers).type === type)
    return part ? decodeBody(part) : ''
  }
  return {
    from: decodeWords(mail.headers.get('from') ?? ''),
    subject: decodeWords(mail.headers.get('subject') ?? ''),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    ...readUnsubscribe(mail),
    ...(attachments.length > 0 ? { attachments } : {}),
  }
}

function readUnsubscribe({ headers }: Part): { unsubscribe?: Unsubscribe } {
  const [, url] = /<(https?:[^>]+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? []
  return url ? { unsubscribe: { url, post: headers.get('list-unsubscribe-post') ?? '' } } : {}
}

function toPart(source: string): Part {
  const gap = /(?:^|\r?\n)\r?\n/.exec(source)
  const head = gap ? source.slice(0, gap.index) : source
  const headers: Headers = new Map()
  for (const line of head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const [, name, value = ''] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? []
    if (name) headers.set(name.toLowerCase(), value)
  }
  return { headers, body: gap ? source.slice(gap.index + gap[0].length) : '' }
}

function* leavesOf(part: Part): Generator<Part> {
  const { type, boundary } = contentTypeOf(part.headers)
  if (!type.startsWith('multipart/')) return yield part
  const line = new RegExp(`(?:^|\\r?\\n)--${RegExp.escape(boundary)}(?:--)?[ \\t]*(?=\\r?\\n|$)`)
  const sources = part.body.split(line).slice(1, -1) // drops text outside the boundaries
  for (const source of sources) yield* leavesOf(toPart(source.replace(/^\r?\n/, '')))
}

function contentTypeOf(headers: Headers) {
  const header = headers.get('content-type') ?? 'text/plain'
  const parameter = (name: string) => {
    const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header)
    return found?.[1] ?? found?.[2]
  }
  return {
    type: header.split(';')[0]!.trim().toLowerCase(),
    boundary: parameter('boundary') ?? '',
    charset: parameter('charset') ?? 'utf-8',
  }
}

const isAttachment = (headers: Headers) =>
  headers.get('content-disposition')?.trim().toLowerCase().startsWith('attachment') ?? false

function toAttachment({ headers, body }: Part): Attachment {
  const content = decodeTransfer(body, encodingOf(headers))
  const disposition = headers.get('content-disposition') ?? ''
  const [, quoted, bare] = /;\s*filename=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition) ?? []
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name: quoted ?? bare ?? '', bytes: content.length, sha256 }
}

const encodingOf = (headers: Headers) =>
  headers.get('content-transfer-encoding')?.trim().toLowerCase()

function decodeBody({ headers, body }: Part): string {
  const encoding = encodingOf(headers)
  const { charset } = contentTypeOf(headers)
  const text = decode(decodeTransfer(body, encoding), charset)
  return text.replace(/\r\n/g, '\n').replace(/\n+$/, '')
}

function decodeTransfer(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return unquote(body.replace(/=[ \t]*\r?\n/g, ''))
  return Buffer.from(body, 'latin1')
}

/** Decodes encoded words such as `=?utf-8?Q?...?=`. Blanks between two of them do not count. */
function decodeWords(header: string): string {
  const text = decode(Buffer.from(header, 'latin1'), 'utf-8')
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(
      /=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi,
      (_, charset: string, encoding: string, word: string) => {
        const isBase64 = encoding.toLowerCase() === 'b'
        const bytes = isBase64 ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '))
        return decode(bytes, charset)
      },
    )
}

/** Decodes quoted-printable: `=C3=A9` becomes its bytes. */
function unquote(text: string): Buffer {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

const decode = (bytes: Buffer, charset: string) => new TextDecoder(charset).decode(bytes)
