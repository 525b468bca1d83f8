import type { Credential } from '#contract/credentials.ts'
import { TextField } from '#web/ui/form.tsx'

export const CREDENTIALS_FROM = {
  'back office': 'Entered here',
  environment: 'From the environment',
} as const

const SAID = {
  'back office': 'These were entered here.',
  environment:
    'These come from the server’s environment. Once one is changed here, the shop keeps all of them itself.',
} as const

export const CredentialsNote = ({ source }: { source: keyof typeof SAID | null }) =>
  source && <p className="-mt-3 text-soft">{SAID[source]}</p>

/** Fields `credentials.…` of the form around them. What is secret is never shown again. */
export const CredentialFields = ({ credentials }: { credentials: Credential[] }) =>
  credentials.map((field) => <CredentialField key={field.name} field={field} />)

function CredentialField({ field: { name, label, hint, isSecret, isSet } }: { field: Credential }) {
  const hints = [hint && `${hint}.`, isSecret && isSet && 'It is set: leave this empty to keep it.']
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

/** A secret that was left empty stays; anything else that was emptied is taken away. */
export function toChanged(
  fields: Credential[],
  typed: Record<string, string>,
): Record<string, string> {
  const isChanged = ({ name, isSecret, value }: Credential) =>
    isSecret ? typed[name] !== '' : typed[name] !== value
  return Object.fromEntries(fields.filter(isChanged).map(({ name }) => [name, typed[name] ?? '']))
}
