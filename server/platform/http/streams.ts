import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import { Refusal } from './refusal.ts'

/** Streamed answers. Each ends when everything is sent or the reader is gone. */
export type Streams = {
  send(reply: FastifyReply, stream: Stream): Promise<FastifyReply>
  /** Sends a file of any length. Each piece is made after the one before it is on its way. */
  sendFile(reply: FastifyReply, file: File): Promise<FastifyReply>
  /** Ends all streams in good order. Their readers reconnect, to another node. */
  endAll(): void
}

type Stream = {
  callerId: string
  isStillHere(): Promise<boolean> // still signed in, with the same rights
  open(gone: AbortSignal): AsyncGenerator
  write(value: unknown): string
}

type File = Omit<Stream, 'write'> & { headers: Record<string, string> }

const BEAT_MS = 15_000
const RETRY_SECONDS = 15

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no', // otherwise nginx would collect events before sending them
  connection: 'close',
}

export function createStreams(maxPerCaller: number): Streams {
  const open = new Map<string, Set<AbortController>>()
  let isEnding = false

  function take(callerId: string): AbortController {
    const own = open.get(callerId) ?? new Set()
    if (isEnding) throw new Refusal('BUSY', { retryAfterSeconds: 1 })
    if (own.size >= maxPerCaller)
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS })
    const place = new AbortController()
    open.set(callerId, own.add(place))
    const leave = () => {
      own.delete(place)
      if (own.size === 0) open.delete(callerId)
    }
    place.signal.addEventListener('abort', leave, { once: true })
    return place
  }

  return {
    async send(reply, stream) {
      const place = take(stream.callerId)
      reply.raw.once('close', () => place.abort())
      const events = stream.open(place.signal)
      try {
        const first = await events.next() // no headers are sent yet, so a refusal is answered as usual
        reply.hijack()
        reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
        if (!first.done) writeEvent(reply.raw, stream.write(first.value))
      } catch (error) {
        place.abort()
        throw error
      }
      void tell(reply, { ...stream, events, place })
      return reply
    },
    async sendFile(reply, { headers, ...file }) {
      const place = take(file.callerId)
      reply.raw.once('close', () => place.abort())
      const pieces = file.open(place.signal) as AsyncGenerator<string>
      try {
        const first = await pieces.next()
        reply.hijack()
        reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers })
        if (!first.done) reply.raw.write(first.value)
      } catch (error) {
        place.abort()
        throw error
      }
      void pour(reply, { ...file, pieces, place })
      return reply
    },
    endAll() {
      isEnding = true
      for (const own of open.values()) for (const place of own) place.abort()
    },
  }
}

const writeEvent = (response: ServerResponse, data: string) => response.write(`data: ${data}\n\n`)

type Running = Stream & { events: AsyncGenerator; place: AbortController }

async function tell({ raw, log }: FastifyReply, running: Running): Promise<void> {
  const { events, place, isStillHere, write } = running
  const beat = setInterval(() => void knock(), BEAT_MS)
  try {
    for await (const value of events) {
      if (place.signal.aborted || !(await isHere())) break
      writeEvent(raw, write(value))
    }
  } catch (error) {
    log.error({ err: error }, 'stream failed')
  } finally {
    clearInterval(beat)
    place.abort()
    raw.end()
  }

  /** Keeps proxies from closing the connection. Ends a stream whose reader no longer reads or may no longer read. */
  async function knock(): Promise<void> {
    if (raw.writableNeedDrain || !(await isHere())) place.abort()
    else raw.write(':\n\n')
  }

  async function isHere(): Promise<boolean> {
    try {
      return await isStillHere()
    } catch (error) {
      return isDatabaseAway(error) // keeps the stream open while the database is away
    }
  }
}

type Pouring = Omit<File, 'headers'> & { pieces: AsyncGenerator<string>; place: AbortController }

/** Breaks the connection on an error, so that nobody takes half a file for a whole one. */
async function pour({ raw, log }: FastifyReply, pouring: Pouring): Promise<void> {
  const { pieces, place, isStillHere } = pouring
  const isGone = () => raw.destroyed
  try {
    await pipeline(goOn, raw, { signal: place.signal })
  } catch (error) {
    if (!isGone() || !place.signal.aborted) log.error({ err: error }, 'download failed')
    raw.destroy()
  }

  async function* goOn() {
    for await (const piece of pieces) {
      if (!(await isStillHere())) throw new Refusal('NOT_SIGNED_IN')
      yield piece
    }
  }
}
