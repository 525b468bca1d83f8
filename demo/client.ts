import { z } from 'zod'
import type { Endpoint, Input, Output, Reply } from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'

type Tokens = { accessToken: string }

/** An API client that knows only the contract. */
export type Client = {
  use(tokens: Tokens): void
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>>
  /** Null if the shop refuses. */
  attempt<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E> | null>
}

export function createClient(shopUrl: string): Client {
  let accessToken: string | undefined

  async function send<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply> {
    const { method, address, body, headers } = toRequest(endpoint, input)
    const response = await fetch(`${shopUrl}${address}`, {
      method,
      body,
      headers: {
        ...headers,
        ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      },
      signal: AbortSignal.timeout(endpoint.body === 'multipart' ? 60_000 : 10_000),
    })
    return (await response.json()) as Reply
  }

  return {
    use: (tokens) => void (accessToken = tokens.accessToken),
    async call(endpoint, input) {
      const reply = await send(endpoint, input)
      if (!reply.success) throw new Error(`${endpoint.path}: ${reply.message}`)
      return read(endpoint, reply.data)
    },
    async attempt(endpoint, input) {
      const reply = await send(endpoint, input)
      return reply.success ? read(endpoint, reply.data) : null
    },
  }
}

const read = <E extends Endpoint>(endpoint: E, data: unknown): Output<E> =>
  z.decode(endpoint.output, data as never) as Output<E>
