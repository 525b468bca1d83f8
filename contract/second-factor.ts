import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from './endpoint.ts'
import { required } from './fields.ts'
import { KnownPassword } from './people.ts'

export const APP_CODE_LENGTH = 6
export const RECOVERY_CODES = 10

export const FactorKind = z.enum(['app', 'passkey'])

/** What somebody shows besides their password: an app that makes codes, or a passkey. */
export const Factor = z.object({
  _id: z.string(),
  kind: FactorKind,
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(), // when it was shown last
})
export type Factor = z.output<typeof Factor>

/** The caller's own. */
export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/second-factor',
  access: 'admin',
  right: 'any',
  confirm: 'never',
  message: '',
  input: NoInput,
  output: z.object({
    factors: z.array(Factor), // the oldest first
    recoveryCodesLeft: z.int(),
    /** What matters is refused to who has none. */
    isRequired: z.boolean(),
    /** Adding the first asks for it; who has none needs a fresh session. */
    hasPassword: z.boolean(),
    /** For how long after it was shown it is not asked for again. */
    minutes: z.int(),
  }),
})

const Name = required('Please give it a name').max(60, 'A name has at most 60 letters')

/** What adding the first factor asks for; the others ask for a factor instead. */
const proof = { password: KnownPassword.exactOptional() }

/** Shown once and never again; null where there are some already. */
const Added = z.object({ recoveryCodes: z.array(z.string()).nullable() })

const ofOwn = {
  access: 'admin',
  right: 'any',
  confirm: 'never',
  limit: 'account',
} as const

export const beginApp = endpoint({
  method: 'POST',
  path: '/second-factor/totp',
  ...ofOwn,
  message: '',
  input: z.strictObject(proof),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

const Code = required('Please enter the code').max(40, 'This code is too long')

/** The first code says that the app has the secret. */
export const addApp = endpoint({
  method: 'POST',
  path: '/second-factor/totp/confirm',
  ...ofOwn,
  message: 'Authenticator app added',
  input: z.strictObject({ name: Name, code: Code }),
  output: Added,
})

/** What browsers are asked with, as WebAuthn has it. */
const PasskeyWish = z.looseObject({ challenge: z.string() })

const Base64 = z.string().max(10_000)

/** What browsers answer; whoever reads it looks at the rest. */
const PasskeyAnswer = z.looseObject({
  id: Base64,
  rawId: Base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/second-factor/passkey',
  ...ofOwn,
  message: '',
  input: z.strictObject(proof),
  output: PasskeyWish,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/second-factor/passkey/confirm',
  ...ofOwn,
  message: 'Passkey added',
  input: z.strictObject({
    name: Name,
    answer: PasskeyAnswer.extend({
      response: z.looseObject({
        clientDataJSON: Base64,
        attestationObject: Base64,
        transports: z.array(z.string().max(20)).max(10).exactOptional(),
      }),
    }),
  }),
  output: Added,
})

export const deleteFactor = endpoint({
  method: 'DELETE',
  path: '/second-factor/:id',
  access: 'admin',
  right: 'any',
  confirm: true,
  message: 'Second factor removed',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Those from before are not good any more. */
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/second-factor/recovery',
  access: 'admin',
  right: 'any',
  confirm: true,
  limit: 'account',
  message: 'New recovery codes made',
  input: NoInput,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** Shows a code of an app, or one of the recovery codes. */
export const confirmByCode = endpoint({
  method: 'POST',
  path: '/second-factor/confirm',
  ...ofOwn,
  message: '',
  input: z.strictObject({ code: Code }),
  output: NoOutput,
})

export const askPasskey = endpoint({
  method: 'POST',
  path: '/second-factor/confirm/passkey/ask',
  ...ofOwn,
  message: '',
  input: NoInput,
  output: PasskeyWish,
})

export const confirmByPasskey = endpoint({
  method: 'POST',
  path: '/second-factor/confirm/passkey',
  ...ofOwn,
  message: '',
  input: z.strictObject({
    answer: PasskeyAnswer.extend({
      response: z.looseObject({
        clientDataJSON: Base64,
        authenticatorData: Base64,
        signature: Base64,
        userHandle: Base64.exactOptional(),
      }),
    }),
  }),
  output: NoOutput,
})
