import { authorizedFetch } from './session.ts'

const SILENCE_MAX_MS = 45_000 // the server sends keep-alives more often than this

/** Yields the data of each server-sent event until the stream ends. EventSource cannot send the access token. */
export async function* readEvents(address: string, signal: AbortSignal): AsyncGenerator<string> {
  const silence = new AbortController()
  const headers = { accept: 'text/event-stream' }
  const both = AbortSignal.any([signal, silence.signal])
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
  try {
    const response = await authorizedFetch(address, { headers, signal: both }, { canRefresh: true })
    if (!response.ok || !response.body) throw new Error(`${address} has no stream`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
      const events = (rest + value).split(/\r?\n\r?\n/)
      rest = events.pop()!
      for (const event of events) yield* dataOf(event)
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** Yields nothing for comments, which only keep the connection open. */
function* dataOf(event: string): Generator<string> {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  if (lines.length > 0) yield lines.map((line) => line.slice('data:'.length).trimStart()).join('\n')
}
