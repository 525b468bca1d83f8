import type { LoaderFunctionArgs } from 'react-router'
import { ERRORS_OF_ALL, ERRORS_OF_BODIES } from '#web/api-docs/description/calls.ts'
import { describeResellerApi } from '#web/api-docs/description/describe.ts'
import { readShop } from './read-shop.ts'
import { toPage } from './to-page.ts'

/** The example programs, exactly as tests run them. */
const FILES = import.meta.glob<string>('/docs/examples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const readExample = (name: string): string => FILES[`/docs/examples/${name}`]!

/** Runs on the server only, so that browsers load neither the contract nor the example files. */
export async function loadDocs(args: LoaderFunctionArgs) {
  const api = describeResellerApi(await readShop(args))
  return {
    ...toPage(api, [...ERRORS_OF_ALL, ...ERRORS_OF_BODIES]),
    programs: {
      resellerProgram: readExample('reseller-program.ts'),
      webhookPython: readExample('webhook.py'),
      webhookTypeScript: readExample('webhook.ts'),
    },
  }
}

export type Docs = Awaited<ReturnType<typeof loadDocs>>
