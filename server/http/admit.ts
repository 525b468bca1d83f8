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

/** The account of somebody who works here: what opens it changes only for who has just shown that it is theirs. */
export function requireOwner(ctx: Setting, caller: Caller): void {
  if (!worksHere(caller)) return
  if (caller.hasFactor) requireConfirmed(ctx, caller)
  else requireFreshSession(ctx, caller)
}

export function requireFreshSession(ctx: Setting, { signedInAt }: Caller): void {
  if (!isFresh(ctx, signedInAt)) throw new Refusal('SIGN_IN_AGAIN')
}

const isFresh = ({ config, now }: Setting, since: Date | null): boolean =>
  since !== null && now().getTime() - since.getTime() < config.secondFactor.minutes * 60_000
