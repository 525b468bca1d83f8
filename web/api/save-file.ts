import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'
import { ApiError, askAfter } from './call.ts'
import { NO_ANSWER, readReply } from './read-reply.ts'
import { authorizedFetch } from './session.ts'

const SILENCE_MAX_MS = 30_000 // limit between two chunks, not for the whole file
const READING_MS = 30_000
const LINE_END = 10

type Options = {
  /** Receives the number of lines downloaded so far. */
  onLines?: (count: number) => void
  signal?: AbortSignal
}

/** Downloads the file that an endpoint returns. */
export async function saveFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  name: string,
  { onLines, signal }: Options = {},
): Promise<void> {
  const { address, ...sent } = toRequest(endpoint, input)
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, SILENCE_MAX_MS)
  const either = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])])
  let lines = 0
  try {
    const send = () => authorizedFetch(address, { ...sent, signal: either }, { canRefresh: true })
    let response = await send()
    if (!response.ok) {
      const refused = await readRefusal(response)
      clearTimeout(timer) // entering a code may take longer than the timeout
      if (!(await askAfter(refused))) throw new ApiError(refused)
      timer = setTimeout(giveUp, SILENCE_MAX_MS)
      response = await send()
    }
    if (!response.ok) throw new ApiError(await readRefusal(response))
    const file = await readAll(response, (piece) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MAX_MS)
      lines += countLines(piece)
      onLines?.(lines)
    })
    save(file, name)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new Error('The download has broken off. Please try again', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function readAll(response: Response, hear: (piece: Uint8Array) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body!.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
    pieces.push(value)
    hear(value)
  }
}

const countLines = (piece: Uint8Array): number => {
  let count = 0
  for (const byte of piece) if (byte === LINE_END) count++
  return count
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READING_MS) // the browser may still be reading
}

async function readRefusal(response: Response) {
  const reply = readReply(await response.json().catch(() => null))
  return reply.success ? NO_ANSWER : reply
}
