import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { toRequest } from '#contract/request.ts'
import { ApiError } from './call.ts'
import { authorizedFetch } from './session.ts'

const TIMEOUT_MS = 30_000 // a file may be long

/** Puts the file that an endpoint answers with where the browser keeps what is downloaded. */
export async function saveFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  name: string,
): Promise<void> {
  const { address, ...sent } = toRequest(endpoint, input)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await authorizedFetch(address, { ...sent, signal }, { canRefresh: true })
  if (!response.ok) throw new ApiError((await response.json()) as Refused)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), TIMEOUT_MS) // the browser may still be reading
}

type Refused = Extract<Reply, { success: false }>
