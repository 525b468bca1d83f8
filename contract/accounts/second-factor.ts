import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'
import { KnownPassword } from './people.ts'

export const APP_CODE_LENGTH = 6
export const RECOVERY_CODES = 10

export const FactorKind = z.enum(['app', 'passkey'])

/** Proof beside the password: an authenticator app or a passkey. Customers and staff can have several. */
export const Factor = z.object({
  _id: z.string(),
  kind: FactorKind,
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(), // time of last use
})
export type Factor = z.output<typeof Factor>

/** Reads the caller's own second factors. */
export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/second-factor',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.object({
    factors: z.array(Factor), // the oldest first
    recoveryCodesLeft: z.int(),
    /** True if important calls are refused to people without a second factor. */
    isRequired: z.boolean(),
    /** Adding the first factor asks for the password. Without a password it needs a fresh session. */
    hasPassword: z.boolean(),
    /** Minutes for which a confirmation is valid. */
    minutes: z.int(),
  }),
})

const Name = required('Please enter a name').max(60, 'A name can have at most 60 characters')

/** Required for the first factor. The others require an existing factor instead. */
const proof = { password: KnownPassword.exactOptional() }

/** Recovery codes are shown only once. Null if some exist already. */
const Added = z.object({ recoveryCodes: z.array(z.string()).nullable() })

const ofOwn = { access: 'signed-in', limit: 'account' } as const

export const beginApp = endpoint({
  method: 'POST',
  path: '/second-factor/totp',
  ...ofOwn,
  message: '',
  input: z.strictObject(proof),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

const Code = required('Please enter the code').max(40, 'This code is too long')

/** Adds an app. Its first code proves that it has the secret. */
export const addApp = endpoint({
  method: 'POST',
  path: '/second-factor/totp/confirm',
  ...ofOwn,
  message: 'Authenticator app added',
  input: z.strictObject({ name: Name, code: Code }),
  output: Added,
})

/** WebAuthn options that are passed to the browser. */
const PasskeyOptions = z.looseObject({ challenge: z.string() })

const Base64 = z.string().max(10_000)

/** The browser's answer. Its reader checks the rest. */
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
  output: PasskeyOptions,
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
  access: 'signed-in',
  message: 'Second factor removed',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Makes new recovery codes. The old ones stop working. */
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/second-factor/recovery',
  ...ofOwn,
  message: 'New recovery codes created',
  input: NoInput,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** Confirms with a code of the app, or with a recovery code. */
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
  output: PasskeyOptions,
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
