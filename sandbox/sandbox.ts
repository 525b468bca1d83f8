import { bucket } from './bucket.ts'
import { outsideWorld } from './credentials.ts'
import { faultRoutes } from './fault-routes.ts'
import { createFaults } from './faults.ts'
import type { Twin } from './find-twins.ts'
import { booksRoutes } from './gateways/books.ts'
import { createDeals } from './gateways/create-deals.ts'
import { disputeRoutes } from './gateways/disputes.ts'
import { payRoutes } from './gateways/pay.ts'
import { createWebhooks } from './gateways/webhooks.ts'
import { google } from './google/google.ts'
import { serve } from './http.ts'
import { createInbox, inboxRoutes } from './messages/inbox.ts'
import { mail, startMail } from './messages/mail.ts'
import type { Player, SandboxDeps } from './players/player.ts'
import { dispatchRoutes } from './suppliers/dispatch-routes.ts'
import { createDispatches } from './suppliers/dispatches.ts'
import { productRoutes } from './suppliers/product-routes.ts'
import { createProducts } from './suppliers/products.ts'
import { rates } from './rates.ts'
import { securityHeaders } from './security-headers.ts'
import { sms } from './messages/sms.ts'
import { switchboardRoutes } from './switchboard.ts'
import { TOOLS } from './tools.ts'
import { ALL_TWINS, type Twins } from './twins.ts'
import { vipReseller } from './players/vip-reseller.ts'

/** Port 0 means any free port. */
type Options = {
  port: number
  smtpPort: number
  shopUrl: string
  publicUrl?: string // under which its callers reach it, if that is another address
  twins?: Twins // all by default
}

export async function startSandbox({ port, smtpPort, shopUrl, ...options }: Options) {
  const inbox = createInbox()
  const faults = createFaults()
  await using started = new AsyncDisposableStack()

  const mailServer = await startMail({ inbox, faults }, smtpPort)
  started.defer(() => mailServer.stop())

  const deals = createDeals()
  started.defer(() => deals.stop())
  const { gateways, suppliers } = options.twins ?? ALL_TWINS
  const products = createProducts(suppliers)
  const dispatches = createDispatches(products)
  started.defer(() => dispatches.stop())
  const webhooks = createWebhooks({ shopUrl, faults })
  started.defer(() => webhooks.stop())

  const site = await serve(port, (ownUrl) => {
    const url = options.publicUrl ?? ownUrl
    const deps: SandboxDeps = {
      url,
      shopUrl,
      inbox,
      faults,
      deals,
      suppliers,
      dispatches,
      products,
      webhooks,
    }
    const players = createPlayers(deps, gateways)
    const companies = players.flatMap(({ company }) => company ?? [])
    return {
      headers: securityHeaders(shopUrl),
      routes: {
        ...switchboardRoutes(deps, players),
        ...inboxRoutes(inbox),
        ...faultRoutes(faults, players),
        ...payRoutes(deps, companies),
        ...booksRoutes(deps, companies),
        ...disputeRoutes(deps, companies),
        ...dispatchRoutes(deps),
        ...productRoutes(deps),
        ...Object.fromEntries(players.flatMap(({ routes = {} }) => Object.entries(routes))),
      },
      mounts: players.flatMap((player) => player.mount ?? []),
    }
  })
  started.defer(() => site.stop())

  const running = started.move()
  return {
    url: site.url,
    smtpUrl: outsideWorld({ sandboxUrl: site.url, smtpPort: mailServer.port }).SMTP_URL,
    stop: () => running.disposeAsync(),
  }
}

const createPlayers = (deps: SandboxDeps, gateways: Twin[]): Player[] => [
  mail,
  sms(deps),
  google(deps),
  rates(deps),
  vipReseller(deps),
  ...deps.suppliers.map(({ createPlayer }) => createPlayer(deps, TOOLS)),
  bucket(deps),
  ...gateways.map(({ createPlayer }) => createPlayer(deps, TOOLS)),
]
