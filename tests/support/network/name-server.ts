import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** Returns the addresses of a name for one IP version, when asked for the nth time. */
type Book = (name: string, family: 4 | 6, asked: number) => string[]

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 }

/**
 * Opens a name server that answers what a test wants. IPv6 addresses must be written in full. Returns its own address.
 */
export async function openNameServer(
  t: { after(close: () => Promise<void>): void },
  book: Book,
): Promise<string> {
  const socket = createSocket('udp4')
  const asked: Record<string, number> = {}
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    const family = TYPES[type]
    const key = `${name} ${type}`
    asked[key] = (asked[key] ?? 0) + 1
    const found = family ? book(name, family, asked[key]) : []
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0])
    const answers = found.map((address) => toRecord(type, address))
    const parts = [question.subarray(0, 2), head, question.subarray(12, end), ...answers]
    socket.send(Buffer.concat(parts), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(async () => void socket.close())
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`
}

function readQuestion(question: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 }
}

function toRecord(type: number, address: string): Buffer {
  const bytes =
    TYPES[type] === 4 ? toFour(address) : Buffer.from(address.replaceAll(':', ''), 'hex')
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, bytes])
}

const toFour = (address: string): Buffer => Buffer.from(address.split('.').map(Number))
