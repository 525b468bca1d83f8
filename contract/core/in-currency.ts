import { z } from 'zod'
import { type Currency, ForeignCurrency } from './currencies.ts'
import { Foreign, Rupees, SignedForeign, SignedRupees } from './money.ts'

const RUPEES = { amount: Rupees, signed: SignedRupees }
const FOREIGN = { amount: Foreign, signed: SignedForeign }

/** Amounts on the wire: that of a payment or price, and one that may be negative. */
export type Amounts = typeof RUPEES | typeof FOREIGN

type InCurrency<Shape extends z.ZodRawShape> = z.ZodObject<Shape & { currency: typeof Currency }>

/** An object with amounts in the currency that its field `currency` names. */
export const inCurrency = <Shape extends z.ZodRawShape>(
  toShape: (amounts: Amounts) => Shape,
): z.ZodType<z.output<InCurrency<Shape>>, z.input<InCurrency<Shape>>> =>
  // Both objects have one type, because it says nothing of decimals.
  z.discriminatedUnion('currency', [
    z.object({ ...toShape(RUPEES), currency: z.literal('INR') }),
    z.object({ ...toShape(FOREIGN), currency: ForeignCurrency }),
  ]) as unknown as InCurrency<Shape>
