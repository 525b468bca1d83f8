import { nameMethod } from '#contract/orders/order-status.ts'
import { Link } from 'react-router'
import { formatExactly } from '#contract/core/money.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { nameOption, playerLabels } from '#contract/orders/player-words.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { GiftFacts } from '#web/features/order/gift-facts.tsx'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { PAYMENTS } from '#web/admin/tables/order-words.ts'

type Props = { order: OrderWithTimeline }

export const OrderCustomer = ({ order: { userId } }: Props) => (
  <Card title="Customer">
    <Facts>
      <Fact name="Name" isLong>
        <OfficeLink to={paths.adminUser(userId._id)} className={`-my-2.5 ${lineLink}`}>
          {userId.fullName}
        </OfficeLink>
      </Fact>
      <Fact name="Phone" isLong>
        {userId.phone ? <span className="tabular-nums">+91 {userId.phone}</span> : 'None'}
      </Fact>
    </Facts>
    {userId.email && (
      <>
        <CopyButton text={userId.email} label="Copy the email" />
        <p className="flex flex-wrap gap-x-5 text-sm">
          <Link
            to={paths.adminOrdersBy({ searchIndex: 'email', search: userId.email })}
            className={lineLink}
          >
            Their orders
          </Link>
          <OfficeLink isExtra to={paths.adminTransactionsOf(userId.email)} className={lineLink}>
            Their transactions
          </OfficeLink>
        </p>
      </>
    )}
  </Card>
)

export function OrderPack({ order: { itemId, gameId, gameDetailId } }: Props) {
  const labels = playerLabels(gameId)
  return (
    <Card title="Pack and player">
      <Facts>
        <Fact name="Pack" isLong>
          {itemId.itemName}
        </Fact>
        <Fact name="Game" isLong>
          {gameId.gameName}
        </Fact>
        <Fact name={labels.playerId} isLong>
          <CopyButton text={gameDetailId.playerId} label="Copy the player" />
          {gameDetailId.userName && (
            <span className="block font-normal text-soft">{gameDetailId.userName}</span>
          )}
        </Fact>
        {gameDetailId.zoneId && (
          <Fact name={labels.zoneId} isLong>
            <CopyButton text={gameDetailId.zoneId} label="Copy the zone" />
            {nameOption(gameDetailId.zoneId) !== gameDetailId.zoneId && (
              <span className="block font-normal text-soft">{nameOption(gameDetailId.zoneId)}</span>
            )}
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

export const OrderGift = ({ order: { gift } }: Props) =>
  gift && (
    <Card title="Gift">
      <GiftFacts gift={gift} />
    </Card>
  )

export function OrderMoney({ order }: Props) {
  const { currency, itemPrice, discount, amount, couponId, transactionId } = order
  const money = (minor: number) => formatExactly(minor, currency)
  return (
    <Card title="Payment">
      <Facts>
        <Fact name="Total">
          <span className="money text-xl font-bold">{money(amount)}</span>
          {currency !== 'INR' && (
            <span className="money block font-normal text-soft">
              {formatExactly(order.amountInr, 'INR')}
            </span>
          )}
        </Fact>
        <Fact name="Paid by">
          {order.isPaidOutside ? 'Outside the shop' : nameMethod(order)}
          <span className="block font-normal text-soft">{PAYMENTS[order.paymentStatus]}</span>
        </Fact>
        <Fact name="Price">
          <span className="money">{money(itemPrice)}</span>
        </Fact>
        <Fact name="Coupon">
          {couponId ? (
            <>
              {couponId.couponCode}
              <span className="money block">−{money(discount)}</span>
            </>
          ) : (
            'None'
          )}
        </Fact>
        {transactionId && (
          <Fact name="UTR" isWide>
            <CopyButton text={transactionId.UTR} label="Copy the UTR" />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
