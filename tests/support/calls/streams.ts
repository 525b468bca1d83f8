import { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

/** A person following a stream: the events received so far, and whether it has ended. */
export type Follower<E extends Endpoint> = {
  status: number
  headers: Headers
  code: string | undefined // if refused
  events: Output<E>[]
  readonly beats: number
  readonly isOver: boolean
  waitFor(count: number): Promise<Output<E>>
  waitForEnd(): Promise<void>
  leave(): void
}

export async function follow<E extends Endpoint>(
  { url, tokens }: Person,
  endpoint: E,
  input: Input<E>,
): Promise<Follower<E>> {
  const leaving = new AbortController()
  const { address } = toRequest(endpoint, input)
  const response = await fetch(`${url}${address}`, {
    headers: tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {},
    signal: leaving.signal,
  })
  const events: Output<E>[] = []
  let isOver = false
  let beats = 0
  const refusal = response.ok ? null : ((await response.json()) as { code: string })
  const reading = refusal
    ? null
    : read(response, (event) => {
        if (event.startsWith('data: ')) events.push(decode(endpoint, event.slice('data: '.length)))
        else beats++
      })
  reading?.catch(() => {}).finally(() => (isOver = true))
  return {
    status: response.status,
    headers: response.headers,
    code: refusal?.code,
    events,
    get beats() {
      return beats
    },
    get isOver() {
      return isOver
    },
    async waitFor(count) {
      await until(`${count} events came`, () => events.length >= count)
      return events[count - 1]!
    },
    waitForEnd: () => until('the stream ended', () => isOver),
    leave: () => leaving.abort(),
  }
}

const decode = <E extends Endpoint>({ output }: E, text: string) =>
  z.decode(output, JSON.parse(text) as never) as Output<E>

async function read({ body }: Response, onEvent: (event: string) => void): Promise<void> {
  let rest = ''
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split('\n\n')
    rest = events.pop()!
    events.forEach(onEvent)
  }
}
