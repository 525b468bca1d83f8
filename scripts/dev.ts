// npm run dev: the demo shop, with pages that reload as they are edited and a server that restarts when its code
// changes. The shop itself listens on another port behind this one.
import { createServer } from 'node:http'
import process from 'node:process'
import type { ServerBuild } from 'react-router'
import { createServer as createVite, type ViteDevServer } from 'vite'
import type { Reply } from '#contract/core/endpoint.ts'
import { findFreePort } from '#server/platform/db/embedded/embedded.ts'
import { createRenderer, type Renderer, type VisitorCall } from '#server/platform/pages/render.ts'
import { buildWeb } from './build.ts'
import { announce, startDemoShop } from './demo-shop.ts'

const port = Number(process.env['PORT'] || 3000)
const shopPort = await findFreePort()
const shopApi = `http://localhost:${shopPort}`

buildWeb(console.log)
const addresses = await startDemoShop(process.env, { shopPort, isWatching: true })
const server = createServer()
const vite = await createVite({
  server: {
    middlewareMode: { server },
    hmr: { server },
    proxy: {
      '/api/': shopApi,
      '/files/': shopApi,
      '/go/': shopApi,
      '/healthz': shopApi,
      '/readyz': shopApi,
    },
  },
})
server.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      const { status, headers, body } = await (await openRenderer(vite)).render(request.url ?? '/')
      // Vite's own scripts are inline and change all the time, so no policy fits them.
      const { 'content-security-policy': _policy, ...rest } = headers
      response.writeHead(status, { ...rest, 'cache-control': 'no-store' }).end(body)
    } catch (error) {
      vite.ssrFixStacktrace(error as Error)
      response.writeHead(500, { 'content-type': 'text/plain' }).end((error as Error).stack)
    }
  })
})
server.listen(port, 'localhost', () => announce(addresses))

const askShop: VisitorCall = async ({ method, path }, input) => {
  const fields = new URLSearchParams(input as Record<string, string>)
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields.get(name) ?? ''
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const response = await fetch(`${shopApi}/api/v1${address}?${fields}`, { method })
  const reply = (await response.json()) as Reply
  if (reply.success) return reply.data
  throw Object.assign(new Error(reply.message), { status: response.status })
}

/** Renders with the latest build, and calls the shop over HTTP. */
async function openRenderer({ environments }: ViteDevServer): Promise<Renderer> {
  const { ssr } = environments
  if (!('runner' in ssr!)) throw new Error('This Vite cannot run pages on the server')
  const runner = ssr.runner as { import(id: string): Promise<ServerBuild> }
  const build = await runner.import('virtual:react-router/server-build')
  return createRenderer(build, askShop, addresses.shopUrl)
}
