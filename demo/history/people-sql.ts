import { DEMO_ACCOUNTS } from '#demo/accounts.ts'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { BUYERS, type Buyer } from '#demo/history/plan/buyers.ts'
import { joinedAt } from '#demo/history/plan/choose-orders.ts'
import { createRandom } from '#demo/history/plan/random.ts'
import { MINUTE } from '#demo/history/plan/rhythm.ts'
import type { Tx } from './database.ts'

/** Ids of the buyers and of the players they buy for. */
export type People = {
  adminId: string
  idOf(buyer: Buyer): string
  playerOf(buyer: Buyer, gameSlug: string): string
}

/** Buyers that come with the history. The others have opened their accounts before. */
const NEWCOMERS = BUYERS.filter(({ isDemoAccount }) => !isDemoAccount)

const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** Writes the buyers, who sign in by code, and their players. Demo accounts become as old as their orders. */
export async function insertPeople(
  tx: Tx,
  { now, openedAt }: { now: number; openedAt: number },
): Promise<People> {
  const random = createRandom('people')
  const rows = BUYERS.map((buyer) => {
    const at = joinedAt(buyer, now)
    return { ...buyer, id: random.idAt(at), at: new Date(at) }
  })
  const [admin] = await tx<[{ id: string }]>`
    update users set created_at = ${new Date(openedAt)} where email = ${DEMO_ACCOUNTS[0]!.email} returning id`
  await tx`
    update users set created_at = known.at
    from jsonb_to_recordset(${JSON.stringify(rows.filter(({ isDemoAccount }) => isDemoAccount))}::jsonb)
      as known (email text, at timestamptz)
    where users.email = known.email`
  await tx`
    insert into users (id, full_name, email, phone, role, is_email_verified, is_phone_verified, created_at, updated_at)
    select id, "fullName", email, phone, role, true, phone is not null, at, at
    from jsonb_to_recordset(${JSON.stringify(rows.filter(({ isDemoAccount }) => !isDemoAccount))}::jsonb)
      as one (id uuid, "fullName" text, email text, phone text, role text, at timestamptz)`
  const users = await tx<{ id: string; email: string }[]>`
    select id, email from users where email = any(${BUYERS.map(({ email }) => email)})`
  const ids = new Map(users.map(({ id, email }) => [email, id]))
  const players = await insertPlayers(tx, ids, now)
  return {
    adminId: admin.id,
    idOf: ({ email }) => ids.get(email)!,
    playerOf: ({ email }, gameSlug) => players.get(`${email} ${gameSlug}`)!,
  }
}

/** Dates the last visit of each buyer by their last order. They have signed out since. */
export async function insertVisits(tx: Tx): Promise<void> {
  const emails = NEWCOMERS.map(({ email }) => email)
  await tx`
    update users set updated_at = bought.at
    from (select user_id, max(created_at) as at from orders group by user_id) bought
    where users.id = bought.user_id and users.email = any(${emails})`
  await tx`
    insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at, ended_at,
      end_reason)
    select gen_random_uuid(), id, '', ${USER_AGENT}, '127.0.0.1', updated_at - interval '4 minutes', updated_at,
      updated_at + interval '30 days', updated_at + interval '2 minutes', 'signed out'
    from users where email = any(${emails})`
}

/** Writes a player for each of a buyer's games. One that the buyer has saved becomes as old. */
async function insertPlayers(tx: Tx, ids: ReadonlyMap<string, string>, now: number) {
  const random = createRandom('players')
  const rows = BUYERS.flatMap((buyer) =>
    buyer.games.map((gameSlug) => {
      const at = joinedAt(buyer, now) + 20 * MINUTE
      const userId = ids.get(buyer.email)
      return {
        id: random.idAt(at),
        userId,
        gameSlug,
        at: new Date(at),
        ...drawPlayer(buyer, gameSlug),
      }
    }),
  )
  await tx`
    insert into player (id, user_id, game_id, player_id, zone_id, name, confirmed_at, item_slug, created_at, updated_at)
    select one.id, "userId", game.id, "playerId", "zoneId", case when is_validation_required then one.name else '' end,
      case when is_validation_required then at end, '', at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one (id uuid, "userId" uuid, "gameSlug" text, "playerId" text, "zoneId" text, name text, at timestamptz)
    join game on game.slug = "gameSlug" and game.deleted_at is null
    where not exists (select from player where user_id = "userId" and game_id = game.id)`
  await tx`
    update player set created_at = at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one ("userId" uuid, "gameSlug" text, at timestamptz)
    join game on game.slug = "gameSlug"
    where user_id = "userId" and game_id = game.id and player.created_at > at`
  const saved = await tx<{ id: string; email: string; slug: string }[]>`
    select player.id, email, slug from player join users on users.id = user_id join game on game.id = game_id
    where users.id = any(${[...ids.values()]}::uuid[])`
  return new Map(saved.map(({ id, email, slug }) => [`${email} ${slug}`, id]))
}

/** Draws what a game asks for. The sandbox calls a player by the last digits, too. */
function drawPlayer({ fullName }: Buyer, gameSlug: string) {
  const random = createRandom(`player ${fullName} ${gameSlug}`)
  const { fields, options } = DEMO_GAMES.find(({ slug }) => slug === gameSlug)!
  const digits = random.letters('123456789', 9)
  const nick = `${fullName.split(' ')[0]!.toLowerCase()}${digits.slice(-3)}`
  return {
    playerId: fields[0].toLowerCase().includes('name') ? nick : digits,
    zoneId: fields[1] ? (options ? random.pick(options) : `2${digits.slice(0, 3)}`) : '',
    name: `Player-${digits.slice(-4)}`,
  }
}
