import type { LoaderFunctionArgs } from 'react-router'
import { describeResellerApi } from '#web/api-docs/description/describe.ts'
import { readShop } from './read-shop.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = describeResellerApi(await readShop(args))
  return new Response(JSON.stringify(api, null, 2), {
    headers: { 'content-type': 'application/json' },
  })
}
