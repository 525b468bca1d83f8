/** What became of a mail that was not taken: never, not now, or nobody knows. */
export type MailFailure = 'refused' | 'later' | 'unknown'

type Told = Partial<{ responseCode: number; code: string; syscall: string; message: string }>

const OF_ADDRESS = ['EENVELOPE', 'EMESSAGE']
const BEFORE_MAIL = ['EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']

/** What a mail server says no to, it has not taken. Where the line breaks, it may have been taken all the same. */
export function readMailFailure(error: unknown): MailFailure {
  const { responseCode = 0, code = '', syscall = '', message = '' } = (error ?? {}) as Told
  if (responseCode >= 500 && OF_ADDRESS.includes(code)) return 'refused'
  if (responseCode >= 400) return 'later'
  const isBefore =
    BEFORE_MAIL.includes(code) ||
    syscall === 'connect' ||
    /greeting|connection timeout/i.test(message)
  return isBefore ? 'later' : 'unknown'
}
