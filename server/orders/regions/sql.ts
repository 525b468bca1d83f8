import type { Sql } from '#server/platform/db/db.ts'
import type { Player, RegionAnswer } from './source.ts'

export async function selectAnswer(
  sql: Sql,
  { id, zone }: Player,
  { since }: { since: Date },
): Promise<(RegionAnswer & { answeredAt: Date }) | null> {
  const [row] = await sql<(RegionAnswer & { answeredAt: Date })[]>`
    select username, region, answered_at from region_answer
    where player_id = ${id} and zone_id = ${zone} and answered_at > ${since}`
  return row ?? null
}

export const upsertAnswer = (
  sql: Sql,
  { id, zone }: Player,
  { username, region }: RegionAnswer,
  now: Date,
) => sql`
  insert into region_answer (player_id, zone_id, username, region, answered_at)
  values (${id}, ${zone}, ${username}, ${region}, ${now})
  on conflict (player_id, zone_id) do update set
    username = excluded.username, region = excluded.region, answered_at = excluded.answered_at`

export const deleteAnswers = (sql: Sql, before: Date) => sql`
  delete from region_answer where answered_at <= ${before}`
