import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { GatewayConnector } from './gateways/gateway.ts'
import { SupplierConnector } from './suppliers/supplier.ts'

const FILES = ['connector.ts', 'connector.js']

/** Connectors by kind and name. */
export type Connectors = {
  gateways: ReadonlyMap<string, GatewayConnector>
  suppliers: ReadonlyMap<string, SupplierConnector>
}

/** The folder of this repository's connectors. */
const OWN = import.meta.dirname

/** Folders with connectors, laid out like this one. The variable CONNECTORS names further ones. */
export const FOLDERS = [
  OWN,
  ...(process.env['CONNECTORS'] ?? '')
    .split(',')
    .flatMap((one) => (one.trim() ? resolve(one.trim()) : [])),
]

/** The file of the connector in a folder. Undefined if there is none. */
export const findFile = (folder: string): string | undefined =>
  FILES.map((one) => join(folder, one)).find((one) => existsSync(one))

/** Loads every folder with a connector in it. Nothing else lists them. */
async function loadKind<Connector extends { name: string }>(
  folders: string[],
  Schema: z.ZodType<Connector>,
): Promise<ReadonlyMap<string, Connector>> {
  const found = new Map<string, Connector>()
  for (const folder of folders.filter((one) => existsSync(one)))
    for (const name of readdirSync(folder).toSorted()) {
      const file = findFile(join(folder, name))
      if (!file) continue
      const connector = await loadConnector(file, Schema)
      if (found.has(name)) throw new Error(`${file}: there is another connector called ${name}`)
      found.set(name, connector)
    }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Loads one connector from its file, which exports it as `connector`. Its manifest must be complete, and its folder
 * called like it.
 */
export async function loadConnector<Connector extends { name: string }>(
  file: string,
  Schema: z.ZodType<Connector>,
): Promise<Connector> {
  const module: unknown = await import(pathToFileURL(file).href)
  const { data, error } = z.object({ connector: Schema }).safeParse(module)
  if (!data) throw new Error(`${file} is not a connector:\n${z.prettifyError(error)}`)
  const { connector } = data
  if (connector.name !== basename(dirname(file)))
    throw new Error(`${file}: its folder must be called ${connector.name}, like the connector`)
  return connector
}

/** Loads the connectors below these folders, by their kinds. */
export const loadConnectors = async (...folders: string[]): Promise<Connectors> => ({
  gateways: await loadKind(
    folders.map((one) => join(one, 'gateways')),
    GatewayConnector,
  ),
  suppliers: await loadKind(
    folders.map((one) => join(one, 'suppliers')),
    SupplierConnector,
  ),
})

for (const folder of FOLDERS)
  if (!existsSync(folder)) throw new Error(`CONNECTORS names ${folder}, which doesn’t exist`)

/** The connectors that this shop has: those of this repository, and its own. */
export const INSTALLED = await loadConnectors(...FOLDERS)

/** The folder of a connector that doesn't come from this repository. Null for those that do. */
export function findOwnFolder(kind: keyof Connectors, name: string): string | null {
  const folders = FOLDERS.slice(1).map((one) => join(one, kind, name))
  return folders.find((one) => existsSync(one)) ?? null
}
