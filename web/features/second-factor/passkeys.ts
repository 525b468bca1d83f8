import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Input, Output } from '#contract/core/endpoint.ts'
import type {
  addPasskey,
  askPasskey,
  beginPasskey,
  confirmByPasskey,
} from '#contract/accounts/second-factor.ts'

const browser = () => import('@simplewebauthn/browser')

/** Browsers support passkeys only in secure contexts, so not on plain HTTP addresses. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && window.isSecureContext

type Shown = Input<typeof confirmByPasskey>['answer']
type Made = Input<typeof addPasskey>['answer']

export async function showPasskey(input: Output<typeof askPasskey>): Promise<Shown> {
  const { startAuthentication } = await browser()
  const optionsJSON = input as unknown as PublicKeyCredentialRequestOptionsJSON
  const shown = await startAuthentication({ optionsJSON }).catch(explain)
  return shown as unknown as Shown
}

export async function makePasskey(input: Output<typeof beginPasskey>): Promise<Made> {
  const { startRegistration } = await browser()
  const optionsJSON = input as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON }).catch(explain)
  return made as unknown as Made
}

/** Replaces the browser's messages, which are written for developers. */
function explain(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new Error(
    isKnown
      ? 'This device already has a passkey for your account'
      : 'No passkey was used. Try again',
    { cause: error },
  )
}
