/** The result of a failed mail: refused for good, worth a retry later, or unknown. */
export type MailFailure = 'refused' | 'later' | 'unknown'

type MailError = Partial<{ responseCode: number; code: string; syscall: string; message: string }>

const OF_ADDRESS = ['EENVELOPE', 'EMESSAGE']
const BEFORE_MAIL = ['EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']

/** A mail that the server refuses was not accepted. If the connection breaks, it may have been accepted anyway. */
export function readMailFailure(error: unknown): MailFailure {
  const { responseCode = 0, code = '', syscall = '', message = '' } = (error ?? {}) as MailError
  if (responseCode >= 500 && OF_ADDRESS.includes(code)) return 'refused'
  if (responseCode >= 400) return 'later'
  const isBefore =
    BEFORE_MAIL.includes(code) ||
    syscall === 'connect' ||
    /greeting|connection timeout/i.test(message)
  return isBefore ? 'later' : 'unknown'
}
