import assert from 'node:assert/strict'
import { getUser } from '#contract/accounts/users.ts'
import {
  createRiskRule,
  listRiskReviews,
  previewRiskRule,
  switchRiskRule,
  type RiskRule,
} from '#contract/orders/risk.ts'
import { type RiskCondition, type RiskOutcome } from '#contract/orders/risk-rules.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { openDeliveryShop, type DeliveryShop } from '#tests/support/orders/deliveries.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { readOrder, type Buyer } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

export type RiskShop = DeliveryShop & { asha: Buyer }

/** Opens a shop that delivers automatically and takes UPI, with a customer who has a player. */
export async function openRiskShop(t: Parameters<typeof openDeliveryShop>[0]): Promise<RiskShop> {
  const shop = await openDeliveryShop(t, { pack: { quantity: null } })
  const { status, message } = await shop.admin.call(choosePaymentGateway, { active: 'razorpay' })
  assert.equal(status, 200, message)
  const gameDetailId = await makePlayer(shop.asha, shop.game)
  return { ...shop, asha: { ...shop.asha, gameDetailId } }
}

/** Makes a rule live, after its preview. */
export async function goLive(
  { admin }: Pick<RiskShop, 'admin'>,
  outcome: RiskOutcome,
  conditions: RiskCondition[],
): Promise<RiskRule> {
  const made = await admin.call(createRiskRule, {
    name: `A rule to ${outcome}`,
    outcome,
    conditions,
  })
  assert.equal(made.status, 200, made.message)
  const id = made.data._id
  await admin.call(previewRiskRule, { id })
  const live = await admin.call(switchRiskRule, { id, isLive: true })
  assert.equal(live.status, 200, live.message)
  return live.data
}

/** A customer with 1,000 rupees and a player of their own. */
export const newBuyer = async (
  { shop, game }: RiskShop,
  name: string,
  playerId: string,
): Promise<Buyer> => {
  const person = await signUp(shop, name)
  await endow(shop.sql, person.id, 1_000_00)
  return Object.assign(person, { gameDetailId: await makePlayer(person, game, playerId) })
}

const isHeld = async (buyer: Buyer, id: string): Promise<boolean> =>
  (await readOrder(buyer, id)).heldFor === 'person'

export const untilHeld = (buyer: Buyer, id: string) => until('it is held', () => isHeld(buyer, id))

export const reviewsOf = async ({ admin }: Pick<RiskShop, 'admin'>) =>
  (await admin.call(listRiskReviews, {})).data.reviews

export const balanceIn = async (person: Member) => (await person.call(getUser, {})).data.balance
