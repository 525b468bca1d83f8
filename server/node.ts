import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { JOBS, ROUTES } from './app.ts'
import { SCHEDULES } from './schedules.ts'
import { createGoogle } from '#server/accounts/auth/google.ts'
import { authenticate, batchSessionLookups } from '#server/accounts/sessions/sessions.ts'
import { INSTALLED } from '#connectors/connectors.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Context } from './context.ts'
import { loadCatalog } from '#server/catalogue/games/snapshot.ts'
import { CONTENT_CHANNEL, createChanges, cacheUntilChange } from '#server/platform/db/changes.ts'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { listen, LISTENER } from '#server/platform/db/listen.ts'
import { lockDataDir } from '#server/platform/db/lock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLiveUpdates, LIVE_UPDATES_CHANNEL } from '#server/platform/db/live-updates.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { serveFiles } from '#server/platform/files/serve-files.ts'
import { createGotoLinks } from '#server/catalogue/goto-links/clicks.ts'
import { redirectGotoLink } from '#server/catalogue/goto-links/redirect-goto-link.ts'
import { callAsVisitor } from '#server/platform/http/call-as-visitor.ts'
import { createLoadShedder } from '#server/platform/http/limits/load-shedding.ts'
import { describeAll } from '#server/platform/http/describe-all.ts'
import { createAnswerCache, type AnswerCache } from '#server/platform/http/answer-cache.ts'
import { createFloodLimits } from '#server/platform/http/limits/flood-limits.ts'
import { serveMetrics } from '#server/platform/http/metrics.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createStreams } from '#server/platform/http/streams.ts'
import { MAIL_JOBS, WAITING_JOBS, TASK_JOBS } from '#server/platform/jobs/lanes.ts'
import { JOB_PAYLOADS, type JobName } from '#server/platform/jobs/payloads.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { createMailer } from '#server/platform/mail/mail.ts'
import { createSms } from '#server/platform/sms/sms.ts'
import { createOfficeUpdates } from '#server/backoffice/live-updates/office-updates.ts'
import { batchOrders } from '#server/orders/place/batch-orders.ts'
import { openPages } from '#server/platform/pages/pages.ts'
import { loadGateways } from '#server/money/gateways/gateways.ts'
import { redirectToGateway } from '#server/money/payments/page/pay-page.ts'
import { warnOfTestAccounts } from '#server/money/gateways/test-accounts.ts'
import { findRates } from '#server/catalogue/exchange-rate/rates.ts'
import { authenticateApiKey, batchKeyLookups } from '#server/resellers/keys/authenticate-api-key.ts'
import { keepKeys } from '#server/operations/secret-rotation/kept-keys.ts'
import { deriveKeys, fingerprintOf, type Keys } from '#server/platform/config/secrets.ts'
import { readSettings } from '#server/catalogue/settings/settings.ts'
import { loadRisk } from '#server/orders/risk/risk.ts'
import { readWebsite } from '#server/catalogue/settings/website.ts'
import { loadSuppliers } from '#server/suppliers/accounts/accounts.ts'

export type RunningNode = { stop(): Promise<void> }

const now = () => new Date()

const BACKLOG = 4_096 // holds a burst of new connections: right after a start, no browser has an open one
const BUILD_FOLDER = join(import.meta.dirname, '../build')

/** A node of the shop. Starts database, jobs, API and pages in this order and stops them in reverse. */
export async function startNode(
  config: Config,
  log: Logger,
  outside: Partial<Context> = {},
): Promise<RunningNode> {
  await using stack = new AsyncDisposableStack()
  const databaseUrl = config.databaseUrl ?? (await embedDatabase(stack, config, log))
  await migrate(databaseUrl, log)
  const [changes, liveUpdates] = [createChanges(), createLiveUpdates()]
  const listeners = {
    [CONTENT_CHANNEL]: () => changes.tell(),
    [LIVE_UPDATES_CHANNEL]: (subject?: string) => liveUpdates.hear(subject),
  }
  const derived = deriveKeys(config.secrets)
  const listener = await listen(databaseUrl, listeners, log, connectionNameOf(derived))
  stack.defer(() => listener.stop())
  const { patience = 1, connectors = INSTALLED } = outside
  const shared = { config, connectors, log, changes, liveUpdates, patience }
  const foundation = { ...shared, databaseUrl, derived }
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

type Foundation = Pick<
  Context,
  'config' | 'connectors' | 'log' | 'changes' | 'liveUpdates' | 'patience'
> & {
  databaseUrl: string
  derived: Keys
}

async function openContext(
  stack: AsyncDisposableStack,
  { config, connectors, log, databaseUrl, changes, liveUpdates, derived, patience }: Foundation,
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
    connectors,
    log,
    sql,
    changes,
    liveUpdates,
    officeUpdates: createOfficeUpdates(sql, log),
    catalog: cacheUntilChange(changes, () => loadCatalog({ sql, connectors })),
    rates: cacheUntilChange(changes, () => findRates(sql)),
    website: cacheUntilChange(changes, () => readWebsite(sql)),
    settings: cacheUntilChange(changes, () => readSettings(sql)),
    risk: cacheUntilChange(changes, () => loadRisk(sql)),
    findSessionState: batchSessionLookups(sql, patience),
    findKey: batchKeyLookups(sql, patience),
    gotoLinks,
    placeInBatch: batchOrders(sql, patience),
    files: openFiles(config),
    mail,
    sms: createSms(config.msg91),
    google: config.google && createGoogle({ ...config.google, returnUrl }),
    suppliers: cacheUntilChange(changes, loadSuppliers({ sql, keys, config, log, connectors })),
    gateways: cacheUntilChange(changes, loadGateways({ sql, keys, config, log, connectors })),
    keys,
    patience,
    now,
  } satisfies Context
}

/** Names this node's database connection. Other nodes read from it which secrets this node knows. */
const connectionNameOf = ({ credentials }: Keys): string =>
  [LISTENER, ...credentials.map(fingerprintOf)].join(' ')

async function open(stack: AsyncDisposableStack, ctx: Context): Promise<void> {
  const { config } = ctx
  const limits = await createFloodLimits(config)
  stack.defer(() => limits.close())
  const answerCache = createAnswerCache(ctx.changes)
  let isStopping = false
  const app = serve(ctx, {
    routes: ROUTES,
    authenticate,
    authenticateApiKey,
    limits,
    isReady: async () => !isStopping && isAnswering(ctx),
    answerCache,
    streams: createStreams(config.limits.streamsPerAccount),
    loadShedder: createLoadShedder(config.limits.callsAtOnce),
    answerAtOnce: await openFront(ctx, answerCache),
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
  const workers = [worker]
  // One after the other, so that a shop at rest needs a single connection for all of them.
  for (const own of apart)
    // The main worker has already released the leases of a dead node.
    workers.push(
      await startWorker(ctx, { handlers: JOBS, schedules: [], isOnlyNode: false, ...own }),
    )
  return {
    stop: async () => {
      await Promise.all(workers.map((one) => one.stop()))
    },
  }
}

/** Handlers that run before the web framework, the busiest first. */
async function openFront(ctx: Context, answerCache: AnswerCache) {
  const { changes, log, config } = ctx
  const { publicUrl } = config
  const call = callAsVisitor(ctx, ROUTES)
  const pages = await openPages({ folder: BUILD_FOLDER, publicUrl, call, changes, log })
  const [answerFile, answerGotoLink] = [serveFiles(ctx), redirectGotoLink(ctx, pages)]
  const answerPayPage = redirectToGateway(ctx, pages)
  const answerDescription = describeAll(ctx, { routes: ROUTES, authenticate })
  return (request: IncomingMessage, response: ServerResponse): boolean =>
    answerCache.answer(request, response) ||
    pages.answerCached(request, response) ||
    answerFile(request, response) ||
    answerGotoLink(request, response) ||
    answerPayPage(request, response) ||
    answerDescription(request, response) ||
    pages.answer(request, response)
}

async function isAnswering({ sql, log }: Pick<Context, 'sql' | 'log'>): Promise<boolean> {
  try {
    await sql`select 1`
    return true
  } catch (error) {
    log.warn(error, 'the database does not answer')
    return false
  }
}
