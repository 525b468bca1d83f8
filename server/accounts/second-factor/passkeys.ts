import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type * as contract from '#contract/accounts/second-factor.ts'
import { confirmSession } from '#server/accounts/sessions/sessions.ts'
import type { Caller, Context } from '#server/context.ts'
import { violates } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getUserById } from '#server/accounts/users/users.ts'
import { addFactor, BEGUN_MS, proveOwner } from './own-factor.ts'
import * as rows from './sql.ts'

/** The algorithms every passkey supports: EdDSA, ES256 and RS256, by their COSE numbers. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loads the library on first use. At start it would cost a tenth of a second and 30 MB. */
const webAuthn = () => import('@simplewebauthn/server')

/** A passkey belongs to one domain and works only on its pages. */
function expectedPartyOf({ config }: Pick<Context, 'config'>) {
  const { origin, hostname } = new URL(config.publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

export const beginPasskey: Handler<typeof contract.beginPasskey> = async (
  ctx,
  { password },
  caller,
) => {
  await proveOwner(ctx, caller, password)
  const { generateRegistrationOptions } = await webAuthn()
  const { email, fullName } = await getUserById(ctx, caller.id)
  const options = await generateRegistrationOptions({
    rpName: (await ctx.settings()).shopName,
    rpID: expectedPartyOf(ctx).expectedRPID,
    userName: email,
    userDisplayName: fullName,
    userID: Buffer.from(caller.id),
    excludeCredentials: await listCredentials(ctx, caller),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await keepChallenge(ctx, caller, { purpose: 'add passkey', challenge: options.challenge })
  return { ...options }
}

export const addPasskey: Handler<typeof contract.addPasskey> = async (
  ctx,
  { name, answer },
  caller,
  visit,
) => {
  const expectedChallenge = await takeChallenge(ctx, caller, 'add passkey')
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await orRefusal(
    verifyRegistrationResponse({
      ...expectedPartyOf(ctx),
      response: answer as unknown as RegistrationResponseJSON,
      supportedAlgorithmIDs,
      expectedChallenge,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw new Refusal('WRONG_PASSKEY')
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential
  const passkey = {
    credentialId,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports,
  }
  return addFactor(ctx, { caller, visit, name }, (tx, adding) =>
    rows.insertPasskey(tx, { ...adding, ...passkey }).catch((error: unknown) => {
      if (!violates(error, 'second_factor_credential')) throw error
      throw new Refusal('PASSKEY_KNOWN', { cause: error })
    }),
  )
}

export const askPasskey: Handler<typeof contract.askPasskey> = async (ctx, _input, caller) => {
  const { generateAuthenticationOptions } = await webAuthn()
  const allowCredentials = await listCredentials(ctx, caller)
  if (allowCredentials.length === 0) throw new Refusal('NO_SUCH_FACTOR')
  const options = await generateAuthenticationOptions({
    rpID: expectedPartyOf(ctx).expectedRPID,
    allowCredentials,
    userVerification: 'required',
  })
  await keepChallenge(ctx, caller, { purpose: 'ask passkey', challenge: options.challenge })
  return { ...options }
}

export const confirmByPasskey: Handler<typeof contract.confirmByPasskey> = async (
  ctx,
  { answer },
  caller,
) => {
  const expectedChallenge = await takeChallenge(ctx, caller, 'ask passkey')
  const passkeys = await rows.selectPasskeys(ctx.sql, caller.id)
  const shown = passkeys.find(({ credentialId }) => credentialId === answer.id)
  if (!shown) throw new Refusal('WRONG_PASSKEY')
  const { id, credentialId, publicKey, signCount } = shown
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await orRefusal(
    verifyAuthenticationResponse({
      ...expectedPartyOf(ctx),
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new Refusal('WRONG_PASSKEY')
  const signed = { id, before: signCount, after: authenticationInfo.newCounter }
  await ctx.sql.begin(async (tx) => {
    if (!(await rows.countSignature(tx, signed, ctx.now()))) throw new Refusal('WRONG_PASSKEY')
    await confirmSession(tx, caller.sessionId, ctx.now())
  })
  return null
}

async function listCredentials({ sql }: Pick<Context, 'sql'>, { id }: Caller) {
  const passkeys = await rows.selectPasskeys(sql, id)
  return passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))
}

type ChallengeInput = { purpose: 'add passkey' | 'ask passkey'; challenge: string }

const keepChallenge = (
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { sessionId }: Caller,
  { purpose, challenge }: ChallengeInput,
) =>
  rows.upsertBegun(sql, {
    sessionId,
    purpose,
    secret: Buffer.from(challenge),
    expiresAt: new Date(now().getTime() + BEGUN_MS),
  })

/** A challenge works once, and only for the session that asked for it. */
async function takeChallenge(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { sessionId }: Caller,
  purpose: ChallengeInput['purpose'],
): Promise<string> {
  const challenge = await rows.takeBegun(sql, { sessionId, purpose, now: now() })
  if (!challenge) throw new Refusal('FACTOR_NOT_BEGUN')
  return challenge.toString()
}

/** The library throws on every invalid answer. It makes no network requests, so no other error hides here. */
const orRefusal = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Refusal('WRONG_PASSKEY', { cause: error })
  })
