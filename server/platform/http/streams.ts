import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'

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
    const controller = new AbortController()
    open.set(callerId, own.add(controller))
    const leave = () => {
      own.delete(controller)
      if (own.size === 0) open.delete(callerId)
    }
    controller.signal.addEventListener('abort', leave, { once: true })
    return controller
  }

  return {
    async send(reply, stream) {
      const controller = take(stream.callerId)
      reply.raw.once('close', () => controller.abort())
      const events = stream.open(controller.signal)
      try {
        const first = await events.next() // no headers are sent yet, so a refusal is answered as usual
        reply.hijack()
        reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
        if (!first.done) writeEvent(reply.raw, stream.write(first.value))
      } catch (error) {
        controller.abort()
        throw error
      }
      void tell(reply, { ...stream, events, controller })
      return reply
    },
    async sendFile(reply, { headers, ...file }) {
      const controller = take(file.callerId)
      reply.raw.once('close', () => controller.abort())
      const pieces = file.open(controller.signal) as AsyncGenerator<string | Uint8Array>
      try {
        const first = await pieces.next()
        reply.hijack()
        reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers })
        if (!first.done) reply.raw.write(first.value)
      } catch (error) {
        controller.abort()
        throw error
      }
      void pour(reply, { ...file, pieces, controller })
      return reply
    },
    endAll() {
      isEnding = true
      for (const own of open.values()) for (const controller of own) controller.abort()
    },
  }
}

const writeEvent = (response: ServerResponse, data: string) => response.write(`data: ${data}\n\n`)

type Running = Stream & { events: AsyncGenerator; controller: AbortController }

async function tell({ raw, log }: FastifyReply, running: Running): Promise<void> {
  const { events, controller, isStillHere, write } = running
  const beat = setInterval(() => void knock(), BEAT_MS)
  try {
    for await (const value of events) {
      if (controller.signal.aborted || !(await isHere())) break
      writeEvent(raw, write(value))
    }
  } catch (error) {
    log.error({ err: error }, 'stream failed')
  } finally {
    clearInterval(beat)
    controller.abort()
    raw.end()
  }

  /** Keeps proxies from closing the connection. Ends a stream whose reader no longer reads or may no longer read. */
  async function knock(): Promise<void> {
    if (raw.writableNeedDrain || !(await isHere())) controller.abort()
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

type Pouring = Omit<File, 'headers'> & {
  pieces: AsyncGenerator<string | Uint8Array>
  controller: AbortController
}

/** Breaks the connection on an error, so that nobody takes half a file for a whole one. */
async function pour({ raw, log }: FastifyReply, pouring: Pouring): Promise<void> {
  const { pieces, controller, isStillHere } = pouring
  const isGone = () => raw.destroyed
  try {
    await pipeline(goOn, raw, { signal: controller.signal })
  } catch (error) {
    if (!isGone() || !controller.signal.aborted) log.error({ err: error }, 'download failed')
    raw.destroy()
  }

  async function* goOn() {
    for await (const piece of pieces) {
      if (!(await isStillHere())) throw new Refusal('NOT_SIGNED_IN')
      yield piece
    }
  }
}
