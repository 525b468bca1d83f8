import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatches } from './batches.ts'

/** Work that ends on command and records the inputs of each batch. */
function createWork() {
  const batches: { inputs: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const run = (inputs: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    const end = () => resolve(inputs.map((input) => `${input}!`))
    batches.push({ inputs, end, fail: reject })
    return promise
  }
  return { batches, run }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an input runs at once and alone; inputs that arrive meanwhile run together, in their order', async () => {
  const { batches, run } = createWork()
  const ask = createBatches({ lanes: 1, laneOf: () => 0, run })
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask))
  assert.deepEqual(
    batches.map(({ inputs }) => inputs),
    [['a']],
  )
  batches[0]!.end()
  await settle()
  assert.deepEqual(batches[1]!.inputs, ['b', 'c', 'd'])
  batches[1]!.end()
  assert.deepEqual(await answers, ['a!', 'b!', 'c!', 'd!'])
  const last = ask('e')
  assert.deepEqual(batches[2]!.inputs, ['e'])
  batches[2]!.end()
  assert.equal(await last, 'e!')
})

test('lanes do not wait for each other, and one lane is never at work twice', async () => {
  const { batches, run } = createWork()
  const ask = createBatches({ lanes: 2, laneOf: (input) => input.charCodeAt(0), run })
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask))
  assert.deepEqual(
    batches.map(({ inputs }) => inputs),
    [['a'], ['b']],
  )
  for (let index = 0; index < 4; index++) {
    batches[index]!.end()
    await settle()
  }
  assert.deepEqual(await answers, ['a!', 'b!', 'c!', 'd!'])
})

test('an error of one item in a batch reaches that item alone', async () => {
  const ask = createBatches({
    lanes: 1,
    laneOf: () => 0,
    run: async (inputs: string[]) => {
      await settle()
      if (inputs.includes('bad')) throw new Error('bad')
      return inputs
    },
  })
  const outcomes = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(ask))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a database that is away is not asked again for each', async () => {
  const { batches, run } = createWork()
  const ask = createBatches({ lanes: 1, laneOf: () => 0, run })
  const outcomes = Promise.allSettled(['a', 'b', 'c'].map(ask))
  batches[0]!.end()
  await settle()
  batches[1]!.fail(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.equal(batches.length, 2)
})

test('more than can be served is refused at once, and a batch has its most', async () => {
  const { batches, run } = createWork()
  const ask = createBatches({ lanes: 1, laneOf: () => 0, run })
  const outcomes = Array.from({ length: 2_002 }, (_, index) => ask(String(index)))
  const refused = await Promise.allSettled(outcomes.slice(2_001))
  assert.equal((refused[0] as PromiseRejectedResult).reason.code, 'BUSY')
  for (let index = 0; index < 33; index++) {
    batches[index]!.end()
    await settle()
  }
  await Promise.all(outcomes.slice(0, 2_001))
  assert.equal(Math.max(...batches.map(({ inputs }) => inputs.length)), 64)
})
