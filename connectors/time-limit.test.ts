import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withTimeLimit } from './time-limit.ts'

const LIMIT_MS = 20

const never = (): Promise<never> => new Promise(() => {})

test(
  'a call that never ends is ended by the time limit, in nested objects too',
  { timeout: 10_000 },
  async () => {
    const adapter = withTimeLimit({ ask: never, disputes: { ask: never } }, LIMIT_MS)
    await assert.rejects(adapter.ask(), /ask took too long/)
    await assert.rejects(adapter.disputes.ask(), /ask took too long/)
  },
)

test('answers, errors and values pass the time limit unchanged', async () => {
  const adapter = withTimeLimit(
    {
      needs: ['phone'],
      limit: 'USD',
      readWebhook: (text: string) => [text],
      ask: async (id: string) => ({ id }),
      async refuse() {
        throw new Error('no')
      },
    },
    LIMIT_MS,
  )
  assert.deepEqual([adapter.needs.includes('phone'), adapter.limit], [true, 'USD'])
  assert.deepEqual(adapter.readWebhook('P1'), ['P1'])
  assert.deepEqual(await adapter.ask('7'), { id: '7' })
  await assert.rejects(adapter.refuse(), /^Error: no$/)
})
