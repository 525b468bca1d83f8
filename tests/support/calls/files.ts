import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'
import type { Person } from '#tests/support/accounts/people.ts'

/** Downloads a table and splits it into header row and rows. It doesn't handle quoted cells. */
export async function download<E extends Endpoint>(
  { url, tokens }: Person,
  endpoint: E,
  input: Input<E>,
) {
  const response = await fetch(`${url}${toRequest(endpoint, input).address}`, {
    headers: tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {},
  })
  const { status, headers } = response
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const [columns = [], ...rows] = text.split('\r\n').map((row) => row.split(','))
  return { status, headers, text, columns, rows: rows.slice(0, -1) }
}
