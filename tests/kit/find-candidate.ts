import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Twin } from '#sandbox/find-twins.ts'
import type { Candidate } from './check-connector.ts'

const Connector = z.object({ connector: z.unknown() })
const TwinFile = z.object({ twin: z.custom<Twin>((value) => typeof value === 'object') })

/** Reads the connector of a folder. The folder above it names the kind: `gateways` or `suppliers`. */
export async function findCandidate(folder: string): Promise<Candidate> {
  const path = resolve(folder)
  const kind = basename(dirname(path))
  const module = await load(join(path, 'connector'))
  const { twin } = TwinFile.parse(await load(join(path, 'twin/twin')))
  const { connector } = Connector.parse(module)
  if (kind === 'gateways')
    return { kind: 'gateway', connector: GatewayConnector.parse(connector), twin }
  if (kind === 'suppliers')
    return { kind: 'supplier', connector: SupplierConnector.parse(connector), twin }
  throw new Error(`${path} must be in a folder called gateways or suppliers`)
}

async function load(name: string): Promise<unknown> {
  const file = [`${name}.ts`, `${name}.js`].find((one) => existsSync(one))
  if (!file) throw new Error(`${name}.ts is missing`)
  return import(pathToFileURL(file).href)
}
