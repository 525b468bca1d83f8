import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** Acts as a separate machine, with its own address and a link that can be cut. */
export type Machine = {
  name: string
  address: string
  space: string // name of its network namespace
  /** The words in front of a command that run it on this machine. */
  inside: string[]
  run(words: string[], options?: SpawnOptions): ChildProcess
  /** Cuts the link silently: no traffic passes, and no peer is told. */
  cut(): void
  mend(): void
  /** Kills every process at once, as a power cut would. */
  killAll(): Promise<void>
}

export type Network = {
  /** The address of this program in the network. */
  address: string
  addMachine(name: string, host: number): Machine
}

const BRIDGE = 'gemstall0'
const PREFIX = '10.77.0'

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] })
const ipQuietly = (...words: string[]) => {
  try {
    ip(...words)
  } catch {
    // it did not exist
  }
}

/** Opens a network of namespaces joined by a bridge. Only one can exist at a time, because the addresses are fixed. */
export function openNetwork(stack: AsyncDisposableStack): Network {
  ipQuietly('link', 'del', BRIDGE) // left by a run that was killed
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  stack.defer(() => ipQuietly('link', 'del', BRIDGE))
  ip('addr', 'add', `${PREFIX}.1/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const machines: Machine[] = []
  return {
    address: `${PREFIX}.1`,
    addMachine(name, host) {
      const machine = addMachine(stack, name, host)
      for (const other of machines) introduce(machine, other)
      machines.push(machine)
      return machine
    },
  }
}

function addMachine(stack: AsyncDisposableStack, name: string, host: number): Machine {
  const space = `gemstall-${name}`
  const wire = `gs-${name}`
  const address = `${PREFIX}.${host}`
  const inside = ['ip', 'netns', 'exec', space]
  ipQuietly('netns', 'del', space)
  ip('netns', 'add', space)
  stack.defer(() => ipQuietly('netns', 'del', space))
  ip('link', 'add', wire, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  stack.defer(() => ipQuietly('link', 'del', wire))
  ip('link', 'set', wire, 'master', BRIDGE, 'up')
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', space, 'link', 'set', 'eth0', 'address', hardwareOf(address), 'up')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  ip(...neighbour(address), 'dev', BRIDGE)
  const killAll = () => endAll(space)
  stack.defer(killAll)
  return {
    name,
    address,
    space,
    inside,
    run: ([...words], options = {}) =>
      spawn(inside[0]!, [...inside.slice(1), ...words], { stdio: 'ignore', ...options }),
    cut: () => void ip('link', 'set', wire, 'nomaster'),
    mend: () => void ip('link', 'set', wire, 'master', BRIDGE),
    killAll,
  }
}

/**
 * Pins the hardware addresses of both machines. Otherwise a failed lookup would reveal a lost machine, which does not
 * happen behind a router.
 */
function introduce(one: Machine, other: Machine): void {
  know(one, other)
  know(other, one)
}

const know = (here: Machine, { address }: Machine): void =>
  void ip('-n', here.space, ...neighbour(address), 'dev', 'eth0')

const neighbour = (address: string) => ['neigh', 'replace', address, 'lladdr', hardwareOf(address)]

const hardwareOf = (address: string) =>
  `02:00:${address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join(':')}`

async function endAll(space: string): Promise<void> {
  for (;;) {
    const pids = String(ip('netns', 'pids', space))
      .split('\n')
      .filter(Boolean)
      .map(Number)
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
    await new Promise((done) => setTimeout(done, 20))
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has already exited
  }
}

export async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
