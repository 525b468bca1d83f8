import { pino } from 'pino'
import type { AddPicture } from '#demo/pictures.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { addPicture } from '#server/catalogue/gallery/edit.ts'
import type { Context } from '#server/context.ts'
import { loadConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { storeEncoded } from '#server/platform/files/store-image.ts'

type Deps = Pick<Context, 'sql' | 'files' | 'now'>

/** The parts of the demo that bypass the API: the first administrator, encoded pictures, and the past. */
export const workDirectly = (deps: Deps) => ({
  database: deps.sql,
  makeAdmin: async (email: string) => void (await makeAdmin(deps.sql, email)),
  addPicture: (async (name, picture) => {
    const { id: imageId } = await storeEncoded(deps, picture)
    return deps.sql.begin((tx) => addPicture(tx, { name, imageId }, deps.now()))
  }) satisfies AddPicture,
})

/** Opens the database and the files of the shop that runs with this environment. */
export async function openDirectly(env: NodeJS.ProcessEnv) {
  const config = loadConfig(env)
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ ...config, log })
  const sql = connect(database.url, { connectionsMax: 4 })
  return {
    ...workDirectly({ sql, files: openFiles(config), now: () => new Date() }),
    async [Symbol.asyncDispose]() {
      await sql.end()
      await database.close()
    },
  }
}
