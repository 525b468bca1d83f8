import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { GatewayConnector } from './gateways/gateway.ts'
import { SupplierConnector } from './suppliers/supplier.ts'

const FILE = 'connector.ts'

/** Connectors by kind and name. */
export type Connectors = {
  gateways: ReadonlyMap<string, GatewayConnector>
  suppliers: ReadonlyMap<string, SupplierConnector>
}

/** Every folder in here with a `connector.ts` is a connector. Nothing else lists them. */
async function loadFolder<Connector extends { name: string }>(
  folder: string,
  Schema: z.ZodType<Connector>,
): Promise<ReadonlyMap<string, Connector>> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, FILE)))
  const loaded = await Promise.all(
    names.toSorted().map((name) => loadConnector(join(folder, name, FILE), Schema)),
  )
  return new Map(loaded.map((connector) => [connector.name, connector]))
}

/** Loads one connector from its file, which exports it as `connector`. Its manifest must be complete. */
async function loadConnector<Connector>(
  file: string,
  Schema: z.ZodType<Connector>,
): Promise<Connector> {
  const module: unknown = await import(pathToFileURL(file).href)
  const { data, error } = z.object({ connector: Schema }).safeParse(module)
  if (data) return data.connector
  throw new Error(`${file} is not a connector:\n${z.prettifyError(error)}`)
}

/** Loads the connectors below this folder, by their kinds. */
export const loadConnectors = async (root: string): Promise<Connectors> => ({
  gateways: await loadFolder(join(root, 'gateways'), GatewayConnector),
  suppliers: await loadFolder(join(root, 'suppliers'), SupplierConnector),
})

/** The connectors of this repository. */
export const BUILT_IN = await loadConnectors(import.meta.dirname)
