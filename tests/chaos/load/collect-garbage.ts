import { once } from 'node:events'
import process from 'node:process'
import { until } from '#tests/support/shop/wait.ts'

type Target = { webSocketDebuggerUrl: string }

/** Forces a garbage collection in a running node, so that a leak can be told from memory not collected yet. */
export async function collectGarbage({ pid, port }: { pid: number; port: number }): Promise<void> {
  process.kill(pid, 'SIGUSR1') // opens its inspector on the port set at its start
  let target: Target | undefined
  await until('the inspector listens', async () => {
    target = await findTarget(port)
    return target !== undefined
  })
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await answered
  socket.close()
}

async function findTarget(port: number): Promise<Target | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/json`).catch(() => null)
  return response ? ((await response.json()) as Target[])[0] : undefined
}
