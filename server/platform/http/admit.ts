import type { Endpoint, Right } from '#contract/endpoint.ts'
import { hasRight, mayCall, worksHere } from '#contract/rights.ts'
import type { Caller, Context } from '#server/context.ts'
import { Refusal } from './refusal.ts'

type Setting = Pick<Context, 'config' | 'now'>

/** Whether somebody may make a call, and has shown enough of who they are. Before what they send is looked at. */
export function admit(ctx: Setting, endpoint: Endpoint, caller: Caller | null): void {
  if (!mayCall(endpoint, caller)) throw new Refusal(caller ? 'ACCESS_DENIED' : 'NOT_SIGNED_IN')
  if (!caller || endpoint.access !== 'admin' || endpoint.confirm === 'never') return
  if (isUnconfirmed(caller)) throw new Refusal('SECOND_FACTOR_NEEDED')
  if (endpoint.confirm) requireConfirmed(ctx, caller)
}

/** A password alone opens no back office where there is more to show. */
const isUnconfirmed = ({ hasFactor, confirmedAt }: Caller): boolean => hasFactor && !confirmedAt

/** In a call that is everybody's: whether the caller may see what those with a right see. */
export const isAtWork = (caller: Caller, right: Right): boolean =>
  hasRight(caller, right) && !isUnconfirmed(caller)

/** For what matters: a session that was left open, or stolen, is not enough. */
export function requireConfirmed(ctx: Setting, { hasFactor, confirmedAt }: Caller): void {
  if (!hasFactor) {
    if (ctx.config.secondFactor.isRequired) throw new Refusal('SECOND_FACTOR_MISSING')
    return
  }
  if (!isFresh(ctx, confirmedAt)) throw new Refusal('SECOND_FACTOR_NEEDED')
}

/**
 * For what opens or closes an account, such as its password, email and API keys: a stolen session is not enough. Staff with a
 * second factor confirm with it. Everybody else must have given their password, or a code from their email, a short while ago.
 */
export function requireOwner(ctx: Setting, caller: Caller): void {
  if (worksHere(caller) && caller.hasFactor) return requireConfirmed(ctx, caller)
  if (!isFresh(ctx, caller.provenAt)) throw new Refusal('PASSWORD_NEEDED')
}

const isFresh = ({ config, now }: Setting, since: Date | null): boolean =>
  since !== null && now().getTime() - since.getTime() < config.secondFactor.minutes * 60_000
