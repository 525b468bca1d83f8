import { z } from 'zod'
import { ApprovalState, approvalFields, Decline } from '#contract/core/approvals.ts'
import { endpoint, Id, IdempotencyKey } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { ForeignChange, ForeignCurrency, RupeeChange } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'

// Corrections of a wallet's balance by administrators. Large ones need the approval of a second administrator.

const entry = {
  _id: z.string(),
  userId: z.string(),
  fullName: z.string(),
  reason: z.string(), // for the customer
  note: z.string(), // for staff
  ...approvalFields,
}

/** `amount` is negative when it takes money. `balance` is the wallet's, before an adjustment that is still waiting. */
export const Adjustment = inCurrency(({ signed }) => ({
  ...entry,
  amount: signed,
  balance: signed,
}))
export type Adjustment = z.output<typeof Adjustment>

export const AdjustmentReason = required('Enter a reason for the customer').max(
  300,
  'Enter at most 300 characters',
)
export const AdjustmentNote = required('Enter a note for your colleagues').max(
  1_000,
  'Enter at most 1,000 characters',
)

const adjustment = (amount: typeof RupeeChange) =>
  z.strictObject({
    userId: Id,
    amount: amount.refine((minor) => minor !== 0, 'Please enter amount'), // negative takes money from the wallet, even below zero
    reason: AdjustmentReason,
    note: AdjustmentNote,
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  })

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/wallet/adjust',
  access: 'admin',
  confirm: true,
  idempotent: true,
  message: '',
  input: adjustment(RupeeChange),
  output: Adjustment,
})

/** Adjusts the wallet in dollars, or in another currency. */
export const adjustForeignBalance = endpoint({
  method: 'POST',
  path: '/wallet/adjustUSD',
  access: 'admin',
  confirm: true,
  idempotent: true,
  message: '',
  input: adjustment(ForeignChange).extend({ currency: ForeignCurrency.exactOptional() }),
  output: Adjustment,
})

export const listAdjustments = endpoint({
  method: 'GET',
  path: '/wallet/adjustments',
  access: 'admin',
  message: '',
  input: Paging.omit({ search: true }).extend({
    state: ApprovalState.exactOptional(),
    userId: Id.exactOptional(), // of this customer
    ...ByDate,
  }),
  output: z.object({ adjustments: z.array(Adjustment), total: z.int() }),
})

export const approveAdjustment = endpoint({
  method: 'POST',
  path: '/wallet/adjustments/:id/approve',
  access: 'admin',
  confirm: true,
  message: 'Adjustment approved',
  input: z.strictObject({ id: Id }),
  output: Adjustment,
})

/** The administrator who asked for it may decline it too, to withdraw it. */
export const declineAdjustment = endpoint({
  method: 'POST',
  path: '/wallet/adjustments/:id/decline',
  access: 'admin',
  confirm: true,
  message: 'Adjustment declined',
  input: Decline,
  output: Adjustment,
})

/** A debit or a dispute that explains why money in a wallet cannot be spent. */
const cause = {
  kind: z.enum(['adjustment', 'dispute']),
  reason: z.string(),
  at: z.iso.datetime(),
  reference: z.string(), // of the transaction, or of the disputed payment
}

export const FrozenWallet = inCurrency(({ signed }) => ({
  owed: signed, // below zero by this much
  held: signed, // because of open disputes
  causes: z.array(z.object({ ...cause, amount: signed })),
}))
export type FrozenWallet = z.output<typeof FrozenWallet>

/** The caller's wallets that are below zero or hold money that cannot be spent, with the causes. */
export const getFrozenWallets = endpoint({
  method: 'GET',
  path: '/wallet/frozen',
  access: 'signed-in',
  message: '',
  input: z.strictObject({}),
  output: z.object({ wallets: z.array(FrozenWallet) }),
})
