import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { JOBS, ROUTES, SCHEDULES, TASK_JOBS } from './app.ts'
import { createGoogle } from '#server/accounts/auth/google.ts'
import { authenticate, batchSessionLookups } from '#server/accounts/sessions/sessions.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Context } from './context.ts'
import { loadCatalog } from '#server/catalogue/games/snapshot.ts'
import {
  CONTENT_CHANNEL,
  createChanges,
  keepUntilChange,
  type Changes,
} from '#server/platform/db/changes.ts'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { listen, LISTENER } from '#server/platform/db/listen.ts'
import { lockDataDir } from '#server/platform/db/lock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createNews, NEWS_CHANNEL, type News } from '#server/platform/db/news.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { serveFiles } from '#server/platform/files/serve-files.ts'
import { createGotoLinks } from '#server/catalogue/links/clicks.ts'
import { leadOn } from '#server/catalogue/links/lead-on.ts'
import { callAsVisitor } from '#server/platform/http/call-as-visitor.ts'
import { createCrowding } from '#server/platform/http/crowding.ts'
import { describeAll } from '#server/platform/http/describe-all.ts'
import { createKeptAnswers, type KeptAnswers } from '#server/platform/http/kept-answers.ts'
import { createLimits } from '#server/platform/http/limits.ts'
import { serveMetrics } from '#server/platform/http/metrics.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createStreams } from '#server/platform/http/streams.ts'
import { MAIL_JOBS, WAITING_JOBS } from '#server/platform/jobs/lanes.ts'
import { JOB_PAYLOADS, type JobName } from '#server/platform/jobs/payloads.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { createSms } from '#server/platform/sms/sms.ts'
import { createOfficeNews } from '#server/backoffice/live-updates/office-news.ts'
import { batchOrders } from '#server/orders/place/batch-orders.ts'
import { openPages } from '#server/platform/pages/pages.ts'
import { loadGateways } from '#server/money/gateways/gateways.ts'
import { leadToGateway } from '#server/money/payments/pay-page.ts'
import { warnOfTestAccounts } from '#server/money/gateways/test-accounts.ts'
import { findRate } from '#server/catalogue/exchange-rate/rate.ts'
import { admitProgram, findKeyTogether } from '#server/resellers/keys/admit-program.ts'
import { keepKeys } from '#server/operations/secret-rotation/kept-keys.ts'
import { deriveKeys, fingerprintOf, type Keys } from '#server/platform/config/secrets.ts'
import { readSettings } from '#server/catalogue/settings/settings.ts'
import { readWebsite } from '#server/catalogue/settings/website.ts'
import { loadProviders } from '#server/suppliers/accounts/accounts.ts'

export type Shop = { stop(): Promise<void> }

const now = () => new Date()

const BACKLOG = 4_096 // holds a burst of new connections: right after a start, no browser has an open one
const BUILD_FOLDER = join(import.meta.dirname, '../build')

/** A node of the shop. Starts database, jobs, API and pages in this order and stops them in reverse. */
export async function startShop(
  config: Config,
  log: Logger,
  outside: Partial<Context> = {},
): Promise<Shop> {
  await using stack = new AsyncDisposableStack()
  const databaseUrl = config.databaseUrl ?? (await embedDatabase(stack, config, log))
  await migrate(databaseUrl, log)
  const [changes, news] = [createChanges(), createNews()]
  const listeners = {
    [CONTENT_CHANNEL]: () => changes.tell(),
    [NEWS_CHANNEL]: (subject?: string) => news.hear(subject),
  }
  const derived = deriveKeys(config.secrets)
  const listener = await listen(databaseUrl, listeners, log, nameOfNode(derived))
  stack.defer(() => listener.stop())
  const { patience = 1 } = outside
  const foundation = { config, log, databaseUrl, changes, news, derived, patience }
  const ctx = { ...(await openContext(stack, foundation)), ...outside }

  warnOfTestAccounts(ctx)
  const workers = await startWorkers(ctx)
  stack.defer(() => workers.stop())
  if (config.metricsPort !== undefined) {
    const metrics = await serveMetrics(config.metricsPort, config.metricsHost)
    stack.defer(() => void metrics.close())
  }
  await open(stack, ctx)

  const running = stack.move()
  return { stop: () => running.disposeAsync() }
}

async function embedDatabase(
  stack: AsyncDisposableStack,
  { dataDir }: Config,
  log: Logger,
): Promise<string> {
  const lock = lockDataDir(dataDir)
  stack.defer(() => lock.release())
  const database = await startEmbedded({ dataDir, log })
  stack.defer(() => database.stop())
  return database.url
}

type Foundation = {
  config: Config
  log: Logger
  databaseUrl: string
  changes: Changes
  news: News
  derived: Keys
  patience: number
}

async function openContext(
  stack: AsyncDisposableStack,
  { config, log, databaseUrl, changes, news, derived, patience }: Foundation,
) {
  const sql = connect(databaseUrl, { connectionsMax: config.databaseConnectionsMax, patience })
  stack.defer(() => sql.end())
  const keys = await keepKeys({ sql, log, now }, derived)
  const gotoLinks = createGotoLinks(sql, changes, log)
  stack.defer(() => gotoLinks.stop())
  const mail = createMailer(config.mail)
  stack.defer(() => mail.close())
  const returnUrl = `${config.publicUrl}/login`
  return {
    config,
    log,
    sql,
    changes,
    news,
    officeNews: createOfficeNews(sql, log),
    catalog: keepUntilChange(changes, () => loadCatalog(sql)),
    rate: keepUntilChange(changes, () => findRate(sql)),
    website: keepUntilChange(changes, () => readWebsite(sql)),
    settings: keepUntilChange(changes, () => readSettings(sql)),
    findSessionState: batchSessionLookups(sql, patience),
    findKey: findKeyTogether(sql, patience),
    gotoLinks,
    placeInBatch: batchOrders(sql, patience),
    files: openFiles(config),
    mail,
    sms: createSms(config.msg91),
    google: config.google && createGoogle({ ...config.google, returnUrl }),
    providers: keepUntilChange(changes, loadProviders({ sql, keys, config, log })),
    gateways: keepUntilChange(changes, loadGateways({ sql, keys, config, log })),
    keys,
    patience,
    now,
  } satisfies Context
}

/** Names this node's database connection. Other nodes read from it which secrets this node knows. */
const nameOfNode = ({ credentials }: Keys): string =>
  [LISTENER, ...credentials.map(fingerprintOf)].join(' ')

async function open(stack: AsyncDisposableStack, ctx: Context): Promise<void> {
  const { config } = ctx
  const limits = await createLimits(config)
  stack.defer(() => limits.close())
  const keptAnswers = createKeptAnswers(ctx.changes)
  let isStopping = false
  const app = serve(ctx, {
    routes: ROUTES,
    authenticate,
    admitProgram,
    limits,
    isReady: async () => !isStopping && isAnswering(ctx),
    keptAnswers,
    streams: createStreams(config.limits.streamsPerAccount),
    crowding: createCrowding(config.limits.callsAtOnce),
    answerAtOnce: await openFront(ctx, keptAnswers),
  })
  stack.defer(async () => {
    isStopping = true // load balancers poll /readyz and stop sending new requests meanwhile
    await sleep(config.drainSeconds * 1000)
    await app.close()
  })
  const { port, host } = config
  await app.listen({ port, host, backlog: BACKLOG }).catch((error: unknown) => {
    const words = `The shop cannot listen on port ${port}. Stop what uses it, or set PORT.`
    throw new Error(words, { cause: error })
  })
}

const WAITING_JOBS_PER_OTHER = 4 // these jobs hold no resources while they wait
const TASKS_AT_ONCE = 2

async function startWorkers(ctx: Context): Promise<Worker> {
  const { workerConcurrency: concurrency, databaseUrl } = ctx.config
  const waiting = WAITING_JOBS_PER_OTHER * concurrency
  const apart: { names: JobName[]; concurrency: number }[] = [
    ...Object.values(WAITING_JOBS).map((names) => ({ names: [...names], concurrency: waiting })),
    { names: MAIL_JOBS, concurrency },
    { names: TASK_JOBS, concurrency: TASKS_AT_ONCE },
  ]
  const takenApart = new Set(apart.flatMap(({ names }) => names))
  const names = (Object.keys(JOB_PAYLOADS) as JobName[]).filter((name) => !takenApart.has(name))
  const worker = await startWorker(ctx, {
    handlers: JOBS,
    names,
    schedules: SCHEDULES,
    concurrency,
    isOnlyNode: !databaseUrl,
  })
  const others = await Promise.all(
    apart.map((own) =>
      // The main worker has already released the leases of a dead node.
      startWorker(ctx, { handlers: JOBS, schedules: [], isOnlyNode: false, ...own }),
    ),
  )
  return {
    stop: async () => {
      await Promise.all([worker, ...others].map((one) => one.stop()))
    },
  }
}

/** Handlers that run before the web framework, the busiest first. */
async function openFront(ctx: Context, keptAnswers: KeptAnswers) {
  const { changes, log, config } = ctx
  const { publicUrl } = config
  const call = callAsVisitor(ctx, ROUTES)
  const pages = await openPages({ folder: BUILD_FOLDER, publicUrl, call, changes, log })
  const [answerFile, answerGotoLink] = [serveFiles(ctx), leadOn(ctx, pages)]
  const answerPayPage = leadToGateway(ctx, pages)
  const answerDescription = describeAll(ctx, { routes: ROUTES, authenticate })
  return (request: IncomingMessage, response: ServerResponse): boolean =>
    keptAnswers.answer(request, response) ||
    pages.answerKept(request, response) ||
    answerFile(request, response) ||
    answerGotoLink(request, response) ||
    answerPayPage(request, response) ||
    answerDescription(request, response) ||
    pages.answer(request, response)
}

async function isAnswering({ sql, log }: Context): Promise<boolean> {
  try {
    await sql`select 1`
    return true
  } catch (error) {
    log.warn(error, 'the database does not answer')
    return false
  }
}
