import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import type { SupplierAccount } from '#connectors/suppliers/supplier.ts'

/** Keys of test mode, whose orders deliver nothing. */
export const TEST_KEY = /^gs_test_/

const Reply = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({
    success: z.literal(false),
    code: z.string(),
    message: z.string(),
    errors: z.array(z.object({ field: z.string() })).default([]),
  }),
])

/** The seller's refusal of a call. Its API documents the codes. */
export type Refusal = { status: number; code: string; message: string; fields: string[] }

type Answer = { data: unknown; refusal: null } | { data: null; refusal: Refusal }
type Call = { path: string; body?: object; headers?: Record<string, string>; signal: AbortSignal }

export type GemstallCall = (call: Call) => Promise<Answer>

/** Calls the seller's API for resellers. Throws unless the answer came from the shop itself. */
export function createGemstallCall({
  credentials,
  fetchPublic,
}: Pick<SupplierAccount, 'credentials' | 'fetchPublic'>): GemstallCall {
  const base = `${credentials['url']!.replace(/\/+$/, '')}/api/v1/reseller`
  return async ({ path, body, headers, signal }) => {
    const response = await fetchPublic(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': credentials['apiKey']!,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
    const { status } = response
    const { data: reply } = Reply.safeParse(readJson(Buffer.from(await response.arrayBuffer())))
    if (!reply) throw new Error(`answered ${status}, and not as a shop does`)
    if (reply.success) return { data: reply.data, refusal: null }
    const fields = reply.errors.map(({ field }) => field)
    return { data: null, refusal: { status, code: reply.code, message: reply.message, fields } }
  }
}

export const failureOf = ({ status, code, message }: Refusal): Error =>
  new Error(
    status >= 500 ? `answered ${status}: ${code}` : `The shop there says: ${message} (${code})`,
  )

/** The data of a call that must succeed. */
export function dataOf({ data, refusal }: Answer): unknown {
  if (refusal) throw failureOf(refusal)
  return data
}
