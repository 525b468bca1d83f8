import { json, type Routes } from '#sandbox/http.ts'
import type { Attachment, Unsubscribe } from './parse-mail.ts'

export type Message = {
  channel: 'mail' | 'sms'
  from?: string // from the mail's header
  to: string // an email address, or a phone's ten digits
  subject: string
  text: string
  html?: string
  unsubscribe?: Unsubscribe
  attachments?: Attachment[]
}

export type Received = Message & { id: number; at: string }

export type Inbox = ReturnType<typeof createInbox>

const MESSAGES_MAX = 10_000

export function createInbox() {
  const messages: Received[] = []
  let lastId = 0

  return {
    put(message: Message) {
      lastId += 1
      messages.push({ ...message, id: lastId, at: new Date().toISOString() })
      if (messages.length > MESSAGES_MAX) messages.shift()
    },

    /** Newest first. Lists everything if `to` is empty. */
    list(to = ''): Received[] {
      const address = toAddress(to)
      return messages.filter((one) => !address || toAddress(one.to) === address).toReversed()
    },

    find: (id: number) => messages.find((one) => one.id === id),
  }
}

/** Normalizes email addresses and phones: `+91 90000 00001` becomes `9000000001`. */
function toAddress(to: string): string {
  const phone = to.replace(/[\s-]/g, '').match(/^(?:\+?91)?(\d{10})$/)
  return phone?.[1] ?? to.trim().toLowerCase()
}

export const inboxRoutes = (inbox: Inbox): Routes => ({
  'GET /inbox': ({ url }) =>
    json(
      inbox
        .list(url.searchParams.get('to') ?? '')
        .map(({ id: _id, html: _html, ...message }) => message),
    ),
})
