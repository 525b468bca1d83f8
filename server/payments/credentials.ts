import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { CREDENTIAL_FIELDS, GATEWAYS, type GatewayName } from '#contract/payments.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/db/db.ts'
import type { Credentials } from './environment.ts'
import * as rows from './credential-sql.ts'

export type { Credentials } from './environment.ts'

/** As whom the shop comes to a gateway, and who said so. */
export type Account = {
  credentials: Credentials
  source: 'back office' | 'environment' | null
  missing: string[] // labels of what it lacks
}
export type Accounts = Record<GatewayName, Account>

type Place = Pick<Context, 'keys' | 'config' | 'log'>

/** Beside those of the contract. What the gateway sent before a change is signed with it, and may still be on its way. */
const PREVIOUS = 'previousWebhookSecret'

/** The webhook secrets that are good, the newest first. */
export const webhookSecretsOf = (credentials: Credentials): string[] =>
  [credentials['webhookSecret'], credentials[PREVIOUS]].filter((one) => one !== undefined)

export async function findAccounts(sql: Sql | Tx, place: Place): Promise<Accounts> {
  const sealed = new Map(
    (await rows.selectCredentials(sql)).map(({ gateway, sealed: blob }) => [gateway, blob]),
  )
  const accounts = GATEWAYS.map((gateway) => {
    const blob = sealed.get(gateway)
    return [gateway, toAccount(place, gateway, blob ? open(place, gateway, blob) : null)]
  })
  return Object.fromEntries(accounts) as Accounts
}

/** What the back office has stands for itself: half an account of its own and half of the environment's is neither. */
function toAccount({ config }: Place, gateway: GatewayName, entered: Credentials | null): Account {
  const fromOutside = config.gateways.credentials[gateway]
  const credentials = entered ?? fromOutside
  const missing = CREDENTIAL_FIELDS[gateway].filter(({ name }) => !credentials[name])
  return {
    credentials,
    source: entered ? 'back office' : Object.keys(fromOutside).length > 0 ? 'environment' : null,
    missing: missing.map(({ label }) => label),
  }
}

/** What is empty is taken out; nothing left, and the back office has none. The caller holds the table. */
export async function putCredentials(
  tx: Tx,
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  gateway: GatewayName,
  { before, change }: { before: Credentials; change: Credentials },
): Promise<void> {
  const names = CREDENTIAL_FIELDS[gateway].map(({ name }) => name)
  const isSame = (name: string) => change[name] === undefined || change[name] === before[name]
  if (names.every(isSame)) return // what the environment has is not copied for nothing
  const after = Object.fromEntries(
    names.flatMap((name) => {
      const value = change[name] ?? before[name]
      return value ? [[name, value]] : []
    }),
  )
  if (Object.keys(after).length === 0) return rows.deleteCredentials(tx, gateway)
  const [last, previous] = [before['webhookSecret'], before[PREVIOUS]]
  const old = last && last !== after['webhookSecret'] ? last : previous
  const kept = old ? { ...after, [PREVIOUS]: old } : after
  return rows.upsertCredentials(tx, {
    gateway,
    sealed: seal(keys.credentials[0]!, gateway, kept),
    updatedAt: now(),
  })
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Sealed together with the gateway's name, so that one's cannot be passed off as another's. */
function seal(key: Buffer, gateway: GatewayName, credentials: Credentials): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(gateway))
  const written = [cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...written])
}

/** Null when no key of ours opens it: SECRET was changed without keeping the old one behind it. */
function open({ keys, log }: Place, gateway: GatewayName, sealed: Buffer): Credentials | null {
  for (const key of keys.credentials) {
    const text = openWith(key, gateway, sealed)
    if (text) return z.record(z.string(), z.string()).parse(JSON.parse(text))
  }
  log.error({ gateway }, 'these credentials cannot be read with the secrets that the shop has')
  return null
}

function openWith(key: Buffer, gateway: GatewayName, sealed: Buffer): string | null {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(Buffer.from(gateway))
    decipher.setAuthTag(tag)
    const written = sealed.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(written), decipher.final()]).toString('utf8')
  } catch {
    return null // sealed with another key
  }
}
