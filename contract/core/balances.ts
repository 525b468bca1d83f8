import { z } from 'zod'
import {
  type Currency,
  ForeignCurrency,
  SignedForeign,
  SignedRupees,
} from '#contract/core/money.ts'

/** Wallets in other currencies than rupees and dollars. Each is listed once money has moved in it. */
export const OtherBalances = z
  .array(z.object({ currency: ForeignCurrency, balance: SignedForeign }))
  .default([]) // missing in answers of nodes of the last version

/** A person's wallets. */
export const walletBalances = {
  balance: SignedRupees,
  USDbalance: SignedForeign,
  otherBalances: OtherBalances,
}

type Balances = z.output<z.ZodObject<typeof walletBalances>>

/** Lists a person's wallets, rupees and dollars first. */
export const listWallets = ({ balance, USDbalance, otherBalances }: Balances) => [
  { currency: 'INR' as Currency, balance },
  { currency: 'USD' as Currency, balance: USDbalance },
  ...otherBalances,
]

export const balanceIn = (balances: Balances, currency: Currency): number =>
  listWallets(balances).find((wallet) => wallet.currency === currency)?.balance ?? 0
