import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FOLDERS } from '#connectors/connectors.ts'
import type { Player, SandboxDeps } from './players/player.ts'
import type { Tools } from './tools.ts'

/** Plays the company of a connector. Its file exports it as `twin`. */
export type Twin = {
  name: string // the connector's
  title: string
  /** Invented for the sandbox. The twin demands them of the shop, as the company would. */
  credentials: Record<string, string>
  addresses: Record<string, string> // by the field of the manifest: a path of the sandbox
  createPlayer: (deps: SandboxDeps, tools: Tools) => Player
}

const FILES = ['twin/twin.ts', 'twin/twin.js']

/** Loads every twin of a kind of connectors. Nothing else lists them. No file that a twin imports may call this. */
export async function findTwins<One extends Twin>(kind: 'gateways' | 'suppliers'): Promise<One[]> {
  const folders = FOLDERS.map((one) => join(one, kind)).filter((one) => existsSync(one))
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .toSorted()
      .flatMap((name) => FILES.map((file) => join(folder, name, file))),
  )
  return Promise.all(
    files
      .filter((file) => existsSync(file))
      .map(async (file) => {
        const loaded = (await import(pathToFileURL(file).href)) as { twin: One }
        return loaded.twin
      }),
  )
}
