import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { Connectors } from '#connectors/connectors.ts'
import type { Right, Role } from '#contract/core/endpoint.ts'
import type { ShopSettings, Website } from '#contract/catalogue/settings.ts'
import type { Google } from '#server/accounts/auth/google.ts'
import type { SessionLookup, SessionState } from '#server/accounts/sessions/sessions.ts'
import type { Rates } from '#server/catalogue/exchange-rate/rates.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Catalog } from '#server/catalogue/games/snapshot.ts'
import type { Changes } from '#server/platform/db/changes.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { LiveUpdates } from '#server/platform/db/live-updates.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Suppliers } from '#server/suppliers/accounts/accounts.ts'
import type { GotoLinks } from '#server/catalogue/goto-links/clicks.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import type { OfficeUpdates } from '#server/backoffice/live-updates/office-updates.ts'
import type { Risk } from '#server/orders/risk/risk.ts'
import type { NewOrder, Outcome } from '#server/orders/place/batch-orders.ts'
import type { Sms } from '#server/platform/sms/sms.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import type { KeyRow } from '#server/resellers/keys/authenticate-api-key.ts'
import type { Keys } from '#server/platform/config/secrets.ts'

/**
 * Everything the server needs from outside. Built once in node.ts and passed explicitly. Functions take the parts that
 * they use.
 */
export type Context = {
  config: Config
  connectors: Connectors // gateways and suppliers that this shop has
  keys: Keys
  sql: Sql
  changes: Changes // tells in-memory caches that the shop's content has changed
  liveUpdates: LiveUpdates // tells the followers of a single subject, such as one order, that it has changed
  officeUpdates: OfficeUpdates // tells open back offices which kinds of things have changed
  catalog: () => Promise<Catalog> // cached until the content changes
  findSessionState: (asked: SessionLookup) => Promise<SessionState | null> // batches many callers into one query
  findKey: (hash: Buffer) => Promise<KeyRow | null> // batches many API clients into one query
  rates: () => Promise<Rates> // cached like the catalog
  website: () => Promise<Website>
  risk: () => Promise<Risk>
  settings: () => Promise<ShopSettings> // the shop's name is among them
  gotoLinks: GotoLinks
  placeInBatch: (order: NewOrder) => Promise<Outcome> // batches many orders into one transaction
  files: Files
  patience: number // multiplies the time limits for the database and for answers; above 1 only in tests
  now: () => Date
  mail: Mailer
  sms: Sms
  suppliers: () => Promise<Suppliers> // with the accounts as the back office has them now
  gateways: () => Promise<Gateways> // as the back office has them now
  google: Google | null // null where the shop does not offer it
  log: Logger
}

/** The person behind a request, as the database knows them at this moment. */
export type Caller = {
  id: string
  role: Role
  rights: readonly Right[] // empty except for staff
  isGuest: boolean // bought without an account, and has proven no email
  sessionId: string
  provenAt: Date | null // when this session's owner last gave a password or a code from their email
  hasFactor: boolean // has a second factor, which is then asked for in place of the password
  confirmedAt: Date | null // when this session last passed the second factor
}

/** A reseller's API client, identified by its key. It works in test mode or for real, never both. */
export type ApiCaller = Caller & { key: { id: string; isTest: boolean } }

/** The origin of a request, and the cookies that travel with it. */
export type Visit = {
  address: string // a whole IPv6 home network counts as one address
  ip: string | null // the full address, for suppliers that require it
  userAgent: string
  idempotencyKey: string | null // null unless the call takes one
  gone: AbortSignal // aborts when the reader of a stream has disconnected
  raw: { headers: IncomingHttpHeaders; body: Buffer } | null // null unless the call takes raw bytes
  readCookie(name: string): string | undefined
  writeHeader(name: string, value: string): void
  writeCookie(name: string, value: string, lifeSeconds: number): void
}
