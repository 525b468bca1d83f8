import { createServer } from 'node:http'
import { once } from 'node:events'
import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client'

export const requestSeconds = new Histogram({
  name: 'gemstall_request_seconds',
  help: 'Duration of HTTP requests in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

const pages = new Map<number, number>()
const pageViews = new Counter({
  name: 'gemstall_pages_total',
  help: 'Pages served from the cache',
  labelNames: ['status'],
  registers: [],
  collect() {
    this.reset()
    for (const [status, count] of pages) this.inc({ status }, count)
  },
})
register.registerMetric(pageViews)

/** Only counts. Labels are looked up when the metrics are read, not at each page. */
export function countPage(status: number): void {
  pages.set(status, (pages.get(status) ?? 0) + 1)
}

export const keptAnswers = new Counter({
  name: 'gemstall_kept_answers_total',
  help: 'API calls answered from the cache',
})

export const refusedCalls = new Counter({
  name: 'gemstall_refused_calls_total',
  help: 'API calls refused by load shedding',
})

export const jobSeconds = new Histogram({
  name: 'gemstall_job_seconds',
  help: 'Duration of jobs in seconds',
  labelNames: ['job', 'outcome'],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60],
})

/** Serves the metrics to Prometheus on a separate port, which is never published. */
export async function serveMetrics(port: number, host: string) {
  collectDefaultMetrics()
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': register.contentType })
    response.end(await register.metrics())
  })
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`Metrics cannot be served on port ${port}. Set METRICS_PORT to a free one.`, {
      cause,
    })
  })
  return { close: () => server.close() }
}
