import type { Role } from '#contract/core/endpoint.ts'
import { convert, formatMoney, type Currency, type Rate } from '#contract/core/money.ts'

/** Price of a pack for a role, in paise. Resellers have their own price where one is set. */
export const priceFor = (
  item: { sellingPrice: number; resellerSellingPrice?: number | null },
  role: Role | undefined,
): number =>
  role === 'reseller' ? (item.resellerSellingPrice ?? item.sellingPrice) : item.sellingPrice

type ChargeInput = {
  price: number // in paise
  discount?: number // in paise
  currency: Currency
  rate: Rate | null // null for rupees
}

/** In minor units of the currency; `amountInr` in paise. */
export type Charge = { itemPrice: number; discount: number; amount: number; amountInr: number }

/** Takes the discount off in rupees, then converts and rounds once. The result is never negative. */
export function charge({ price, discount = 0, currency, rate }: ChargeInput): Charge {
  const amountInr = Math.max(0, price - discount)
  const itemPrice = convert(price, currency, rate)
  const amount = convert(amountInr, currency, rate)
  return { itemPrice, discount: itemPrice - amount, amount, amountInr }
}

type Priced = Pick<Charge, 'itemPrice' | 'discount' | 'amount'> & {
  currency: Currency
  couponCode: string // empty without one
}

export type Bill = { lines: { name: string; amount: string }[]; total: string }

/** Lines of an order's bill. They are the same before the order, on it, on its invoice and in its mails. */
export function toBill({ itemPrice, discount, amount, currency, couponCode }: Priced): Bill {
  const money = (minor: number) => formatMoney(minor, currency)
  const coupon = couponCode ? `Coupon ${couponCode}` : 'Coupon discount'
  return {
    lines: [
      { name: 'Price', amount: money(itemPrice) },
      ...(discount > 0 ? [{ name: coupon, amount: `−${money(discount)}` }] : []),
    ],
    total: money(amount),
  }
}
