import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { Right, Role } from '#contract/endpoint.ts'
import type { Rate } from '#contract/money.ts'
import type { ShopSettings, Website } from '#contract/settings.ts'
import type { Google } from '#server/accounts/auth/google.ts'
import type { Asked, SessionStanding } from '#server/accounts/sessions/sessions.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Catalog } from '#server/catalogue/games/snapshot.ts'
import type { Changes } from '#server/platform/db/changes.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { News } from '#server/platform/db/news.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Providers } from '#server/suppliers/adapters/fulfilment.ts'
import type { GotoLinks } from '#server/catalogue/links/clicks.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { OfficeNews } from '#server/backoffice/live-updates/office-news.ts'
import type { OrderWish, Outcome } from '#server/orders/place/place-together.ts'
import type { Sms } from '#server/platform/sms/sms.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import type { KeyRow } from '#server/resellers/keys/admit-program.ts'
import type { Keys } from '#server/platform/config/secrets.ts'

/** Everything the server needs from outside, built once in main.ts and passed by hand. */
export type Context = {
  config: Config
  keys: Keys
  sql: Sql
  changes: Changes // of the content, for what is kept in memory
  news: News // of single things, for who follows them
  officeNews: OfficeNews // of kinds of things, for who has the back office open
  catalog: () => Promise<Catalog> // as it is now
  findStanding: (asked: Asked) => Promise<SessionStanding | null> // of many callers in one question
  findKey: (hash: Buffer) => Promise<KeyRow | null> // the same for programs
  rate: () => Promise<Rate> // and so is this
  website: () => Promise<Website>
  settings: () => Promise<ShopSettings> // the shop's name is one of them
  gotoLinks: GotoLinks
  placeTogether: (wish: OrderWish) => Promise<Outcome> // many orders in one transaction
  files: Files
  patience: number // multiplies how long the shop waits for its database and for an answer; above 1 in tests only
  now: () => Date
  mail: Mailer
  sms: Sms
  providers: () => Promise<Providers> // as the back office has their accounts now
  gateways: () => Promise<Gateways> // as the back office has them now
  google: Google | null // null where the shop does not offer it
  log: Logger
}

/** Who is asking, as the database knows them at this request. */
export type Caller = {
  id: string
  role: Role
  rights: readonly Right[] // of staff
  sessionId: string
  provenAt: Date | null // when this session's owner last gave a password or a code from their email
  hasFactor: boolean // a second one, which the people of the shop may be asked for
  confirmedAt: Date | null // when this session last showed it
}

/** A reseller's program, by its key. What it sees and does is in test mode or real, never both. */
export type ApiCaller = Caller & { key: { id: string; isTest: boolean } }

/** Where a request comes from, and the cookies that go with it. */
export type Visit = {
  address: string // an IPv6 home is one
  ip: string | null // the whole address, for suppliers that ask for it
  userAgent: string
  idempotencyKey: string | null // where the call takes one
  gone: AbortSignal // for who sends a stream: nobody is there any more
  raw: { headers: IncomingHttpHeaders; body: Buffer } | null // where the call takes bytes
  readCookie(name: string): string | undefined
  writeHeader(name: string, value: string): void
  writeCookie(name: string, value: string, lifeSeconds: number): void
}
