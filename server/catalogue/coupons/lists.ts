import type * as contract from '#contract/catalogue/coupons.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { replaceGames, replaceUsers, selectUnknownGame, selectUnknownUser } from './sql.ts'

type ListName = 'whiteListedUserId' | 'blackListedUserId' | 'allowedGameId'

/** Lists that were not sent stay unchanged. */
export type SentLists = Pick<Partial<Input<typeof contract.editCoupon>>, ListName>
type Lists = Record<ListName, string[]>

/** Replaces the lists that were sent. The caller holds the coupon's lock. */
export async function changeLists(
  tx: Tx,
  couponId: string,
  sent: SentLists,
  before: Lists,
): Promise<void> {
  const { whiteListedUserId, blackListedUserId, allowedGameId } = sent
  if (whiteListedUserId || blackListedUserId) {
    const allowed = new Set(whiteListedUserId ?? before.whiteListedUserId)
    const banned = new Set(blackListedUserId ?? before.blackListedUserId)
    const field = whiteListedUserId ? 'whiteListedUserId' : 'blackListedUserId'
    if (!allowed.isDisjointFrom(banned))
      throw new Refusal('BAD_INPUT', {
        field,
        message: 'A customer can be on only one of the two lists',
      })
    if (whiteListedUserId) await refuseUnknownUsers(tx, couponId, 'whiteListedUserId', allowed)
    if (blackListedUserId) await refuseUnknownUsers(tx, couponId, 'blackListedUserId', banned)
    await replaceUsers(tx, couponId, { allowed: [...allowed], banned: [...banned] })
  }
  if (allowedGameId) {
    const games = [...new Set(allowedGameId)]
    if (await selectUnknownGame(tx, couponId, games))
      throw new Refusal('NO_SUCH_GAME', { field: 'allowedGameId' })
    await replaceGames(tx, couponId, games)
  }
}

async function refuseUnknownUsers(tx: Tx, couponId: string, field: ListName, ids: Set<string>) {
  if (await selectUnknownUser(tx, couponId, [...ids])) throw new Refusal('NO_SUCH_USER', { field })
}
