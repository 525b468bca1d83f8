import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Player, SandboxDeps } from './players/player.ts'

/** Plays the company of a connector. Its file exports it as `twin`. */
export type Twin = {
  name: string // the connector's
  title: string
  /** Invented for the sandbox. The twin demands them of the shop, as the company would. */
  credentials: Record<string, string>
  addresses: Record<string, string> // by the field of the manifest: a path of the sandbox
  createPlayer: (deps: SandboxDeps) => Player
}

const CONNECTORS = join(import.meta.dirname, '../connectors')
const FILE = 'twin/twin.ts'

/** Loads every twin of a kind of connectors. Nothing else lists them. No file that a twin imports may call this. */
export async function findTwins<One extends Twin>(kind: 'gateways' | 'suppliers'): Promise<One[]> {
  const folder = join(CONNECTORS, kind)
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, FILE)))
  return Promise.all(
    names.toSorted().map(async (name) => {
      const loaded = (await import(pathToFileURL(join(folder, name, FILE)).href)) as { twin: One }
      return loaded.twin
    }),
  )
}
