import type { LoaderFunctionArgs } from 'react-router'
import { ERRORS_OF_ALL } from './calls.ts'
import { describeResellerApi } from './describe.ts'
import { readShop } from './read-shop.ts'
import { toPage } from './to-page.ts'

/** The files that a test runs, letter by letter. */
const FILES = import.meta.glob<string>('/docs/examples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const readExample = (name: string): string => FILES[`/docs/examples/${name}`]!

/** On the server alone: browsers need neither the contract nor the files. */
export async function loadDocs(args: LoaderFunctionArgs) {
  const api = describeResellerApi(await readShop(args))
  return {
    ...toPage(api, ERRORS_OF_ALL),
    programs: {
      resellerProgram: readExample('reseller-program.ts'),
      webhookPython: readExample('webhook.py'),
      webhookTypeScript: readExample('webhook.ts'),
    },
  }
}

export type Docs = Awaited<ReturnType<typeof loadDocs>>
