// Writes rows for COPY … FROM STDIN (FORMAT binary), many of them in one buffer.

const EPOCH_MS = Date.UTC(2000, 0, 1)
const NONE = -1
const ROOM = 256 // for one field

export const COPY_BEGIN = Buffer.concat([
  Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
  Buffer.alloc(8),
])
export const COPY_END = Buffer.from([0xff, 0xff])

export type Bytes = Uint8Array<ArrayBuffer>
export type RowWriter = ReturnType<typeof createRowWriter>

const DIGITS = '0123456789abcdef'
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, DIGITS.indexOf(String.fromCharCode(code))),
)

// For short texts these loops are faster than Node's Buffer functions. Both answer the offset after the text.

function putText(bytes: Bytes, at: number, text: string): number {
  for (let place = 0; place < text.length; place++) bytes[at + place] = text.charCodeAt(place)
  return at + text.length
}

function putHex(bytes: Bytes, at: number, text: string): number {
  const size = text.length / 2
  for (let place = 0; place < size; place++)
    bytes[at + place] =
      (NIBBLES[text.charCodeAt(2 * place)]! << 4) | NIBBLES[text.charCodeAt(2 * place + 1)]!
  return at + size
}

/** Writes fields in the order and types of their columns. Text must be ASCII. */
export function createRowWriter(size = 1 << 20) {
  let bytes: Bytes = new Uint8Array(size)
  let view = new DataView(bytes.buffer)
  let at = 0

  function renew(length: number): void {
    bytes = new Uint8Array(length)
    view = new DataView(bytes.buffer)
  }

  const int32 = (value: number) => {
    view.setInt32(at, value)
    at += 4
  }
  function long(value: number): void {
    view.setInt32(at, 8)
    view.setInt32(at + 4, Math.floor(value / 2 ** 32))
    view.setUint32(at + 8, value >>> 0)
    at += 12
  }

  return {
    row(fields: number): void {
      if (at + fields * ROOM > bytes.length) {
        const smaller = bytes
        renew(2 * smaller.length)
        bytes.set(smaller)
      }
      view.setInt16(at, fields)
      at += 2
    },
    none: () => int32(NONE),
    int(value: number): void {
      int32(4)
      int32(value)
    },
    flag(value: boolean): void {
      int32(1)
      view.setUint8(at++, value ? 1 : 0)
    },
    long,
    moment: (ms: number) => long((ms - EPOCH_MS) * 1000),
    text(text: string): void {
      int32(text.length)
      at = putText(bytes, at, text)
    },
    /** Writes bytes given as hex, such as an id without dashes. */
    hex(text: string): void {
      int32(text.length / 2)
      at = putHex(bytes, at, text)
    },
    /** Answers the bytes written since the last call. The caller may transfer their buffer. */
    take(): Bytes {
      const taken = bytes.subarray(0, at)
      renew(bytes.length)
      at = 0
      return taken
    },
  }
}
