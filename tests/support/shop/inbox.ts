import { until } from './wait.ts'

type Message = {
  channel: 'mail' | 'sms'
  from?: string
  to: string
  subject: string
  text: string
  at: string
  unsubscribe?: { url: string; post: string }
  attachments?: { name: string; bytes: number; sha256: string }[]
}

export type InboxReader = {
  read(to: string): Promise<Message[]>
  /** Waits for at least this many messages, and returns them newest first. */
  waitFor(to: string, count: number): Promise<Message[]>
  /**
   * Waits for a message with this subject, and returns the newest. Messages arrive in any order, so
   * a test that looks for one of several asks for it by name.
   */
  find(to: string, subject: RegExp | string): Promise<Message>
  /** Returns the code in the newest message, after waiting for one more than `sentBefore`. */
  readCode(to: string, sentBefore?: number): Promise<string>
  countCodes(to: string): Promise<number>
}

const CODE = /^(\d{4})(?: is your|$)/m

export function createInboxReader(sandboxUrl: string): InboxReader {
  async function read(to: string): Promise<Message[]> {
    const response = await fetch(`${sandboxUrl}/inbox?to=${encodeURIComponent(to)}`)
    return (await response.json()) as Message[]
  }

  async function waitFor(
    to: string,
    count: number,
    isWanted: (message: Message) => boolean = () => true,
  ) {
    let messages: Message[] = []
    await until(`${count} messages have come to ${to}`, async () => {
      messages = (await read(to)).filter(isWanted)
      return messages.length >= count
    })
    return messages
  }

  return {
    read,
    waitFor: (to, count) => waitFor(to, count),
    async find(to, wanted) {
      const isWanted = ({ subject }: Message) =>
        typeof wanted === 'string' ? subject === wanted : wanted.test(subject)
      return (await waitFor(to, 1, isWanted))[0]!
    },
    countCodes: async (to) => (await read(to)).filter(({ text }) => CODE.test(text)).length,
    async readCode(to, sentBefore = 0) {
      const [newest] = await waitFor(to, sentBefore + 1, ({ text }) => CODE.test(text))
      return CODE.exec(newest!.text)![1]!
    },
  }
}
