import type { Credential } from '#contract/core/credentials.ts'
import { TextField } from '#web/ui/form/form.tsx'

export const CREDENTIALS_FROM = {
  'back office': 'Entered here',
  environment: 'From the environment',
} as const

const SAID = {
  'back office': 'These were entered here.',
  environment:
    'These come from the server’s environment. Once you change one here, the shop stores all of them itself.',
} as const

export const CredentialsNote = ({ source }: { source: keyof typeof SAID | null }) =>
  source && <p className="-mt-3 text-soft">{SAID[source]}</p>

/** Inputs for the fields `credentials.…` of the surrounding form. Stored secrets are never shown. */
export const CredentialFields = ({ credentials }: { credentials: Credential[] }) =>
  credentials.map((field) => <CredentialField key={field.name} field={field} />)

function CredentialField({ field: { name, label, hint, isSecret, isSet } }: { field: Credential }) {
  const hints = [hint && `${hint}.`, isSecret && isSet && 'Already set. Leave empty to keep it.']
  return (
    <TextField
      name={`credentials.${name}`}
      label={label}
      hint={hints.filter(Boolean).join(' ')}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
    />
  )
}

export const toInitial = (credentials: Credential[]): Record<string, string> =>
  Object.fromEntries(credentials.map(({ name, value }) => [name, value]))

/** An empty secret keeps the stored one. Any other empty field deletes its value. */
export function toChanged(
  fields: Credential[],
  typed: Record<string, string>,
): Record<string, string> {
  const isChanged = ({ name, isSecret, value }: Credential) =>
    isSecret ? typed[name] !== '' : typed[name] !== value
  return Object.fromEntries(fields.filter(isChanged).map(({ name }) => [name, typed[name] ?? '']))
}
