import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { reservePort } from './ports.ts'

test('a reserved port can be listened on, and no other test can reserve it', async () => {
  const port = await reservePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  const other = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true })
  await assert.rejects(once(other, 'listening'), { code: 'EADDRINUSE' })
  other.close()
})
