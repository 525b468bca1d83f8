import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sign } from '#server/accounts/sessions/signed.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { deriveKeys } from '#server/platform/config/secrets.ts'
import { adminId } from './fill-people.ts'

const HOUR_MS = 60 * 60 * 1000
const BUYERS = 10_000 // resellers who buy, spread evenly over all of them

const isBuyer = (sql: Sql) =>
  sql`number % (select greatest(count(*) / ${BUYERS}::int, 1) from bench_user) = 0 and number % 10 < 9`

type Options = { folder: string; secret: string }

/** Makes an access token like the shop's. */
export async function signIn(secret: string, userId: string, sessionId: string): Promise<string> {
  const keys = deriveKeys([secret])['access-token']
  const expiresAt = new Date(Date.now() + 10 * HOUR_MS)
  return sign({ sub: userId, sid: sessionId, jti: randomUUID() }, keys, expiresAt)
}

export const signInAdmin = (secret: string): Promise<string> => signIn(secret, adminId, adminId)

/** Writes a line for each buyer: their token, player, game and its first pack. */
export async function writePeople(sql: Sql, { folder, secret }: Options) {
  const rows = await sql<{ id: string; session: string; player: string; slug: string }[]>`
    select bench_user.id, session, player, slug from bench_user join game on game.id = game
    where ${isBuyer(sql)} limit ${BUYERS}`
  const lines = await Promise.all(
    rows.map(
      async ({ id, session, player, slug }) =>
        `${await signIn(secret, id, session)} ${player} ${slug} ${slug}-pack-1`,
    ),
  )
  return writeBoth(lines, folder, 'people')
}

/** Gives each buyer an API key. They all buy for one player whose check is still cached. */
export async function writeKeys(sql: Sql, folder: string) {
  const [{ product, game }] = await sql<[{ product: string; game: string }]>`
    select id as product, game_id as game from item where slug = 'game-1-pack-1'`
  await sql`
    insert into checked_player (game_id, player_id, zone_id, name, checked_at)
    values (${game}, '123456789', '2001', 'Tiger', now() + interval '1 day')`
  const rows = await sql<{ key: string }[]>`
    with made as (
      insert into api_key (id, user_id, name, is_main, is_test, scopes, allowed_networks, hash, hint, created_at)
      select gen_random_uuid(), id, 'bench', false, false, array['orders'], '{}',
        sha256(('gs_live_' || id)::bytea), '', now()
      from bench_user
      where ${isBuyer(sql)} limit ${BUYERS}
      returning user_id
    )
    select 'gs_live_' || user_id as key from made`
  const lines = rows.map(({ key }) => `${key} - - -`)
  return { product, ...writeBoth(lines, folder, 'keys') }
}

function writeBoth(lines: string[], folder: string, name: string) {
  const [many, one] = [join(folder, name), join(folder, `${name}-one`)]
  writeFileSync(many, lines.join('\n'))
  writeFileSync(one, lines[0]!)
  return { many, one }
}
