import { randomUUIDv7 } from 'node:crypto'
import type { Input } from '#contract/core/endpoint.ts'
import { INDEX_MAX, type addItem } from '#contract/catalogue/games.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { placeItem, toNewItem } from './items.ts'
import {
  lockGameBySlug,
  selectItems,
  selectLastIndex,
  type ItemRow,
} from '#server/catalogue/games/sql.ts'

type PackInput = Omit<Input<typeof addItem>, 'gameSlug'>
type Adding = { gameSlug: string; choose: (there: ItemRow[]) => PackInput[]; now: Date }

/** Adds packs after those of a game. `choose` sees those under the game's lock. The caller must announce the change. */
export async function addPacks(tx: Tx, { gameSlug, choose, now }: Adding): Promise<ItemRow[]> {
  const game = await lockGameBySlug(tx, gameSlug)
  if (!game) throw new Refusal('NO_SUCH_GAME')
  const packs = choose(await selectItems(tx, { gameId: game.id }))
  const last = (await selectLastIndex(tx, game.id)) ?? -1
  const added: ItemRow[] = []
  for (const [offset, input] of packs.entries()) {
    const index = Math.min(last + 1 + offset, INDEX_MAX)
    const item = {
      ...toNewItem({ gameSlug, ...input }),
      id: randomUUIDv7(),
      gameId: game.id,
      index,
    }
    added.push(
      await placeItem(tx, { item, start: `${game.slug} ${input.itemName}`, slug: undefined, now }),
    )
  }
  return added
}
