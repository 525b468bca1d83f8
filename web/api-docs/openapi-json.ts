import type { LoaderFunctionArgs } from 'react-router'
import { describeResellerApi } from './describe.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const api = describeResellerApi(new URL(request.url).origin)
  return new Response(JSON.stringify(api, null, 2), {
    headers: { 'content-type': 'application/json' },
  })
}
