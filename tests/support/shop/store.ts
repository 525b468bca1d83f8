import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import process from 'node:process'
import { until } from './wait.ts'

const PROGRAMS = ['/usr/bin/valkey-server', '/usr/bin/redis-server']

/** The machine's own Valkey or a compatible server. Usually only developers' machines have one. */
export const storeProgram = PROGRAMS.find((path) => existsSync(path))

export async function startStore(
  t: { after(close: () => void): void },
  port: number,
): Promise<ChildProcess> {
  const store = spawn(
    storeProgram!,
    ['--port', String(port), '--save', '', '--bind', '127.0.0.1'],
    {
      stdio: 'ignore',
    },
  )
  const end = () => void store.kill('SIGKILL')
  process.once('exit', end) // also if the test run is interrupted
  t.after(() => {
    process.off('exit', end)
    end()
  })
  await until('the store listens', () => isListening(port))
  return store
}

function isListening(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => tell(true)).once('error', () => tell(false))
    socket.once('connect', () => socket.destroy())
  })
}
