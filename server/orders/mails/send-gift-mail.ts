import type { Gift } from '#contract/orders/gifts.ts'
import { RETENTION } from '#contract/core/retention.ts'
import { playerFacts } from '#contract/orders/player-words.ts'
import { GUEST_NAME } from '#server/accounts/guests/guests.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { readMailFailure } from '#server/platform/mail/mail-failure.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { readMailShop, write } from '#server/platform/mail/mails.ts'
import {
  isUnwanted,
  selectGift,
  selectGiverName,
  updateMailedAt,
} from '#server/orders/gifts/gift-sql.ts'
import { hasCode } from '#server/orders/read/find-sql.ts'
import { selectOrder, type OrderRow } from '#server/orders/read/list-sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'settings' | 'mail'>

/**
 * Tells the friend about a delivered gift. A trigger enqueues it in the transaction that completes the order. An order
 * that was refunded since, or whose giver deleted the account, sends nothing.
 */
export async function sendGiftMail(
  ctx: Deps,
  { orderId }: JobPayload<'send-gift-mail'>,
): Promise<void> {
  const { sql } = ctx
  const gift = await selectGift(sql, orderId)
  if (!gift || gift.mailedAt || !gift.email.includes('@')) return // erased addresses have no @
  const order = await selectOrder(sql, orderId)
  const giver = order && (await selectGiverName(sql, order.userId))
  if (order?.status !== 'completed' || giver === null) return
  if (await isUnwanted(sql, gift.email)) return
  const { shopName } = await readMailShop(ctx)
  const withCode = await hasCode(sql, orderId)
  const isTaken = await send(ctx, orderId, giftMail({ shopName, giver, gift, order, withCode }))
  if (isTaken) await updateMailedAt(sql, orderId, ctx.now())
}

/**
 * Returns false if the mail server refuses the address for good. A job that failed stays for longer than the address
 * may, so its error doesn't name it.
 */
async function send(
  { mail, log }: Pick<Context, 'log' | 'mail'>,
  orderId: string,
  letter: Mail,
): Promise<boolean> {
  try {
    await mail.send(letter)
    return true
  } catch (error) {
    if (readMailFailure(error) !== 'refused')
      throw new Error('The mail server didn’t take the mail about a gift', { cause: error })
    log.info({ orderId }, 'the address of a gift was refused')
    return false
  }
}

type Pack = Pick<
  OrderRow,
  'gameName' | 'itemName' | 'playerName' | 'playerId' | 'zoneId' | 'playerLabel' | 'zoneLabel'
>
type Given = { shopName: string; giver: string; gift: Gift; order: Pack; withCode: boolean }

export function giftMail({ shopName, giver, gift, order, withCode }: Given): Mail {
  const isNamed = giver !== GUEST_NAME
  const { gameName, itemName, playerName, playerLabel, zoneLabel } = order
  return write({
    shopName,
    to: gift.email,
    subject: `${isNamed ? giver : 'Somebody'} sent you ${itemName}`,
    greeting: 'Hello,',
    paragraphs: [
      `${isNamed ? giver : 'Somebody'} sent you ${itemName} in ${gameName}. ${withCode ? WITH_CODE : DELIVERED}`,
      ...(gift.message ? [`Their message: “${gift.message}”`] : []),
    ],
    facts: [
      ['Game', gameName],
      ['Pack', itemName],
      ...(playerName ? [['Player', playerName] as [string, string]] : []),
      ...playerFacts({ inputFieldOne: playerLabel, inputFieldTwo: zoneLabel }, order),
    ],
    footer: {
      lines: [
        `You got this mail because ${isNamed ? giver : 'somebody'} gave you a gift; we don’t keep your address longer than ${RETENTION.gift.days} days.`,
      ],
    },
  })
}

const DELIVERED = 'It was delivered to the player below.'
const WITH_CODE = 'It’s a code. Whoever sent it has it, so please ask them for it.'
