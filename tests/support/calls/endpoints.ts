import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/core/endpoint.ts'

const FOLDER = join(import.meta.dirname, '../../../contract')

/** Lists every API call with its name. New calls in any contract module are included automatically. */
export async function listEndpoints(): Promise<[name: string, endpoint: Endpoint][]> {
  const files = globSync('*/**/*.ts', { cwd: FOLDER }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(join(FOLDER, file))))
  return modules.flatMap((module: Record<string, unknown>) =>
    Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  )
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value
