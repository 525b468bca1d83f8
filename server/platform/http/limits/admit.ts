import type { Endpoint, Right } from '#contract/core/endpoint.ts'
import { hasRight, mayCall } from '#contract/accounts/rights.ts'
import type { Caller, Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Setting = Pick<Context, 'config' | 'now'>

/** Refuses callers without the right to a call, or without the second factor it needs. Runs before input is read. */
export function admit(ctx: Setting, endpoint: Endpoint, caller: Caller | null): void {
  if (!mayCall(endpoint, caller)) throw new Refusal(whyNot(caller))
  if (!caller || endpoint.access !== 'admin') return
  if (isUnconfirmed(caller)) throw new Refusal('SECOND_FACTOR_NEEDED')
  if (endpoint.confirm) requireConfirmed(ctx, caller)
}

const whyNot = (caller: Caller | null) => {
  if (!caller) return 'NOT_SIGNED_IN'
  return caller.isGuest ? 'GUESTS_CANNOT' : 'ACCESS_DENIED'
}

/** For staff with a second factor, a password alone does not open the back office. */
const isUnconfirmed = ({ hasFactor, confirmedAt }: Caller): boolean => hasFactor && !confirmedAt

/** For calls open to everybody: true when the caller may also see what the right allows. */
export const isAtWork = (caller: Caller, right: Right): boolean =>
  hasRight(caller, right) && !isUnconfirmed(caller)

/** Requires a recent second factor for important changes, because a session may be left open or stolen. */
export function requireConfirmed(ctx: Setting, { hasFactor, confirmedAt }: Caller): void {
  if (!hasFactor) {
    if (ctx.config.secondFactor.isRequired) throw new Refusal('SECOND_FACTOR_MISSING')
    return
  }
  if (!isFresh(ctx, confirmedAt)) throw new Refusal('SECOND_FACTOR_NEEDED')
}

/**
 * Protects changes to the access to an account, such as its password, email and API keys. A stolen session is not
 * enough.
 */
export function requireOwner(ctx: Setting, caller: Caller): void {
  if (isProven(ctx, caller)) return
  throw new Refusal(proofOf(caller))
}

/** The refusal of a caller who has to prove who they are. */
export const proofOf = ({ hasFactor }: Pick<Caller, 'hasFactor'>) =>
  hasFactor ? 'SECOND_FACTOR_NEEDED' : 'PASSWORD_NEEDED'

/**
 * True if the session has recently shown a second factor. For people without one: if it has given the password or a
 * code from an email.
 */
export const isProven = (ctx: Setting, { hasFactor, confirmedAt, provenAt }: Caller): boolean =>
  isFresh(ctx, hasFactor ? confirmedAt : provenAt)

const isFresh = ({ config, now }: Setting, since: Date | null): boolean =>
  since !== null && now().getTime() - since.getTime() < config.secondFactor.minutes * 60_000
