import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '#tests/support/accounts/people.ts'
import { parseAnswer } from '#tests/support/calls/raw.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { spoilBytes, WIRE_WAYS, type Good } from './hostile-bytes.ts'
import { inLanes, note, tell, type Tally } from './hostile-tally.ts'
import type { Stage } from './send-hostile-calls.ts'

const AT_ONCE = 12
const SILENCE_MS = 400 // then the sender gives up and closes the connection
const HANGING_MS = 12_000

/** Sends `each` requests for each way of breaking the protocol. */
export async function sendHostileBytes(
  stage: Stage,
  { each, seed }: { each: number; seed: number },
) {
  const { setup, tally } = stage
  const dice = createDice(seed)
  const ways = Array.from({ length: each }, () => WIRE_WAYS).flat()
  await inLanes(ways, AT_ONCE, async (way) => {
    const bytes = spoilBytes(way, goodOne(stage, dice), dice)
    const url = dice.pick(setup.urls)
    await sendBytes(tally, { url, way, bytes })
  })
}

const bearer = ({ tokens }: Person): string => `authorization: Bearer ${tokens!.accessToken}`

/** A valid request from somebody who may make it, so that its spoiled form gets far. */
function goodOne({ callers, known }: Stage, { pick }: Dice): Good {
  const [admin, buyer] = [callers.admin[0]!, callers['signed-in'][0]!]
  const slug = pick(known['game.slug']!)
  return pick<Good>([
    { method: 'GET', address: '/api/v1/user', headers: [bearer(buyer)], body: '' },
    { method: 'GET', address: '/api/v1/game', headers: [], body: '' },
    { method: 'GET', address: `/product/${slug}`, headers: [], body: '' },
    { method: 'GET', address: '/', headers: [], body: '' },
    { method: 'GET', address: '/robots.txt', headers: [], body: '' },
    { method: 'GET', address: '/api/v1/order/all?limit=5', headers: [bearer(admin)], body: '' },
    {
      method: 'PUT',
      address: '/api/v1/user',
      headers: [bearer(buyer)],
      body: '{"fullName":"Asha Rao"}',
    },
    {
      method: 'POST',
      address: '/api/v1/order/export',
      headers: [bearer(admin)],
      body: '{"page":"1"}',
    },
  ])
}

type HostileBytes = { url: string; way: string; bytes: Buffer }

/** Sends the bytes, and reads until the server closes or falls silent. */
async function sendBytes(tally: Tally, { url, way, bytes }: HostileBytes): Promise<void> {
  const begun = performance.now()
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.on('error', () => {}) // the server may answer and close before everything is sent
  await once(socket, 'connect')
  const heard: Buffer[] = []
  let lastAt = performance.now()
  socket.on('data', (chunk: Buffer) => {
    heard.push(chunk)
    lastAt = performance.now()
  })
  const closed = once(socket, 'close').catch(() => {})
  socket.write(bytes)
  while (!socket.destroyed && performance.now() - lastAt < SILENCE_MS)
    await Promise.race([closed, sleep(SILENCE_MS / 4)])
  socket.end()
  const isClosed = await Promise.race([
    closed.then(() => true),
    sleep(HANGING_MS, false, { ref: false }),
  ])
  socket.destroy()
  const what = `${way} ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`
  if (!isClosed) tell(tally, `${what}: the connection stays open after the client has closed it`)
  const text = Buffer.concat(heard).toString()
  noteAll(tally, what, { text, ms: performance.now() - begun })
}

const HEAD = /HTTP\/1\.1 (\d{3}) /g

/** A single connection may return many answers. */
function noteAll(tally: Tally, what: string, { text, ms }: { text: string; ms: number }): void {
  const statuses = [...text.matchAll(HEAD)].map(([, status]) => Number(status))
  const bad = statuses.find((status) => status >= 500 && status !== 503)
  if (bad) tell(tally, `${what}: answered ${bad}`)
  if (statuses.length !== 1) {
    tally.sent++
    return
  }
  const { status, headers, body } = parseAnswer(text)
  const answer = { status, text: body, ms: 0, header: (name: string) => headers.get(name) }
  const isEmpty = body === '' // HEAD, 304, 100, or an answer that announced a length and sent no body
  if (isEmpty && status < 500) tally.sent++
  else note(tally, what, answer)
  tally.slowestMs = Math.max(tally.slowestMs, ms)
}
