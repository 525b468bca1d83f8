import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

export type Proxy = {
  /** The address of what is behind, by way of the proxy. */
  through(url: string): Promise<string>
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>
  /** Takes connections but lets nothing through; those of now stay silent for good. */
  freeze(): void
  mend(): Promise<void>
}

/** Stands between the shop and something it needs, to take that away without stopping it. */
export function openProxy(t: TestContext): Proxy {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let target = new URL('tcp://localhost')
  let port = 0
  let isFrozen = false

  const server = createServer((near) => {
    if (isFrozen) silent.add(near)
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isFrozen || silent.has(from) || to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    drop()
    await closed
  }
  t.after(cut)

  return {
    async through(url) {
      target = new URL(url)
      await listen()
      return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href
    },
    cut,
    freeze() {
      isFrozen = true
      for (const socket of sockets) silent.add(socket)
    },
    async mend() {
      isFrozen = false
      if (!server.listening) await listen()
    },
  }
}
