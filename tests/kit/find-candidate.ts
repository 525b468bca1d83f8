import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { findFile, loadConnector } from '#connectors/connectors.ts'
import { GatewayConnector } from '#connectors/gateways/gateway.ts'
import { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Twin } from '#sandbox/find-twins.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import type { Candidate } from './check-connector.ts'

const Texts = z.record(z.string(), z.string())
const TwinShape = z.looseObject({
  name: z.string(),
  title: z.string(),
  credentials: Texts,
  addresses: z.record(z.string(), z.string().startsWith('/', 'must be a path, such as /acmepay')),
  createPlayer: z.custom<Twin['createPlayer']>(
    (value) => typeof value === 'function',
    'must be a function',
  ),
})
const SupplierTwinShape = TwinShape.extend({
  currency: z.object({ code: z.string(), perDollar: z.number().positive() }),
})

/** Reads the connector of a folder. The folder above it names the kind: `gateways` or `suppliers`. */
export async function findCandidate(folder: string): Promise<Candidate> {
  const path = resolve(folder)
  const kind = basename(dirname(path))
  if (kind !== 'gateways' && kind !== 'suppliers')
    throw new Error(`${path} must be in a folder called gateways or suppliers`)
  const file = findFile(path)
  if (!file) throw new Error(`${path} has no connector.js`)
  if (kind === 'gateways') {
    const connector = await loadConnector(file, GatewayConnector)
    return { kind: 'gateway', connector, twin: await loadTwin<Twin>(path, TwinShape) }
  }
  const connector = await loadConnector(file, SupplierConnector)
  const twin = await loadTwin<SupplierTwin>(path, SupplierTwinShape)
  return { kind: 'supplier', connector, twin }
}

async function loadTwin<One extends Twin>(path: string, Shape: z.ZodType<One>): Promise<One> {
  const file = ['twin/twin.ts', 'twin/twin.js']
    .map((one) => join(path, one))
    .find((one) => existsSync(one))
  if (!file) throw new Error(`${path} has no twin/twin.js`)
  const module: unknown = await import(pathToFileURL(file).href)
  const { data, error } = z.object({ twin: Shape }).safeParse(module)
  if (!data) throw new Error(`${file} is not a twin:\n${z.prettifyError(error)}`)
  if (data.twin.name !== basename(path))
    throw new Error(`${file}: its name must be ${basename(path)}, like the connector’s`)
  return data.twin
}
