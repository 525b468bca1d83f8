// The mail server: SMTP with AUTH, as real mail services require. Mail lands in the inbox, once per recipient.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify, promisify } from 'node:util'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { SMTP } from '#sandbox/credentials.ts'
import { isEmail } from './email.ts'
import { REPLY_FAULTS } from '#sandbox/faults.ts'
import { parseMail } from './parse-mail.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'

export const mail: Player = {
  name: 'mail',
  title: 'Mail server',
  faults: REPLY_FAULTS,
}

const HOST = '127.0.0.1'
const SIZE_MAX = 10_000_000
const GRACE_MS = 100 // on stop, for connections that the shop keeps open

export async function startMail(
  { inbox, faults }: Pick<SandboxDeps, 'inbox' | 'faults'>,
  port: number,
) {
  const server = new SMTPServer({
    size: SIZE_MAX,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'], // nobody would trust its certificate
    disableReverseLookup: true,
    closeTimeout: GRACE_MS,
    onAuth: ({ username, password }, _session, done) =>
      username === SMTP.user && password === SMTP.password
        ? done(null, { user: username })
        : done(refusal(535, 'Authentication failed: wrong user name or password')),
    onMailFrom: ({ address }, _session, done) =>
      done(isEmail(address) ? null : refusal(553, `<${address}> is not an email address`)),
    onRcptTo: ({ address }, _session, done) =>
      done(isEmail(address) ? null : refusal(553, `<${address}> is not an email address`)),
    onData: callbackify(take),
  })
  server.on('error', () => {}) // a client that hangs up is normal
  server.listen(port, HOST)
  await once(server.server, 'listening')

  async function take(stream: Readable, session: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream)
    const { is } = await faults.suffer(mail.name, async () => {
      const mail = parseMail(raw)
      for (const { address } of session.envelope.rcptTo)
        inbox.put({ channel: 'mail', to: address, ...mail })
    })
    if (is === 'refused') throw refusal(451, 'Local error in processing')
    if (is === 'dropped') hangUp(session)
  }

  function hangUp(session: SMTPServerSession): void {
    for (const connection of server.connections)
      if (connection.session === session) connection.close()
  }

  return {
    port: (server.server.address() as AddressInfo).port,
    stop: promisify((done: () => void) => server.close(done)),
  }
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
