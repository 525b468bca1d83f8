import { createTransport } from 'nodemailer'
import type { Config } from '#server/platform/config/config.ts'

export type Mail = {
  from: string // the sender's name; MAIL_FROM has the address
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: Buffer }[]
}
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

export function createMailer({ smtpUrl, from }: Config['mail']): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback(hostname), // passwords and codes are never sent unencrypted
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    pool: true,
    maxConnections: 3,
    maxRequeues: 1, // when an idle connection was closed; otherwise the job is retried
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    dnsTimeout: 5_000,
  })
  const address = addressOf(from)
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, from: { name: mail.from, address } })
    },
    close: () => transport.close(),
  }
}

/** Takes the address out of "Our shop <shop@example.com>". */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

const isLoopback = (host: string) => /^(localhost|127\.|\[?::1\]?$)/.test(host)
