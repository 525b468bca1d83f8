import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Proxy = {
  /** Starts the proxy in front of a URL, and returns the URL to use instead. */
  through(url: string): Promise<string>
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>
  /** Accepts connections but forwards nothing. Connections open now stay silent even after `mend`. */
  freeze(): void
  /** Accepts connections and answers everything with these bytes. */
  babble(bytes: string): void
  /** Delays everything by this many milliseconds. */
  slow(milliseconds: number): void
  mend(): Promise<void>
  /** Everything that clients have sent so far, also while the proxy was frozen. */
  heard(): string
}

const SPEAKS_FIRST_MS = 50 // for protocols where the server speaks first

/** Opens a proxy between the shop and something it needs, to cut that off without stopping it. */
export function openProxy(t: { after(close: () => Promise<void>): void }): Proxy {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let target = new URL('tcp://localhost')
  let port = 0
  let isFrozen = false
  let babbled: string | null = null
  let lateMs = 0
  let heard = ''

  const server = createServer({ noDelay: true }, (near) => {
    if (babbled !== null) return say(near, babbled)
    if (isFrozen) silent.add(near)
    near.on('data', (bytes) => void (heard += bytes.toString('latin1')))
    const far = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) =>
        later(() => isFrozen || silent.has(from) || to.destroyed || to.write(bytes)),
      )
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        later(() => to.destroy())
      })
    }
  })
  const later = (run: () => unknown) =>
    void (lateMs === 0 ? run() : sleep(lateMs, undefined, { ref: false }).then(run))

  function say(near: Socket, bytes: string): void {
    sockets.add(near)
    const speak = () => void (near.writableEnded || near.end(bytes))
    near.once('data', speak).on('error', () => {})
    near.on('close', () => sockets.delete(near))
    setTimeout(speak, SPEAKS_FIRST_MS).unref()
  }
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
    babble(bytes) {
      babbled = bytes
      drop()
    },
    slow(milliseconds) {
      lateMs = milliseconds
    },
    async mend() {
      isFrozen = false
      babbled = null
      lateMs = 0
      if (!server.listening) await listen()
    },
    heard: () => heard,
  }
}
