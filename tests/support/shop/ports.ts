import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isFree } from '#server/platform/db/embedded/embedded.ts'

const PORT_MIN = 20_000 // databases that shops embed take theirs from below
const PORT_MAX = 32_000 // outgoing connections take theirs from above

/**
 * Finds a free TCP port that no other test gets, in this process or another. A UDP socket on the same port marks it as
 * taken until this process ends.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    const mark = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true })
    try {
      await once(mark, 'listening')
      mark.unref()
      if (await isFree(port)) return port
    } catch {
      mark.close() // another test has it
    }
  }
}
