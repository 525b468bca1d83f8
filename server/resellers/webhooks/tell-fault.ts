/** Explains connection error codes to the person who runs the receiving server. */
const WORDS: Record<string, string> = {
  PRIVATE_ADDRESS: 'This address is not on the public internet: nobody is called there',
  ECONNREFUSED: 'Nobody listens there: the connection was refused',
  ECONNRESET: 'The connection was broken off',
  EPIPE: 'The connection was broken off',
  EHOSTUNREACH: 'There is no way to this address',
  ENETUNREACH: 'There is no way to this address',
  ETIMEDOUT: 'Nobody answered in time',
  ENOTFOUND: 'There is no host of this name',
  ENODATA: 'This name has no address',
  ESERVFAIL: 'The name servers of this host do not answer',
  ETIMEOUT: 'The name servers of this host do not answer',
  ECANCELLED: 'The name servers of this host do not answer',
  CERT_HAS_EXPIRED: 'Its certificate has run out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is its own, and nobody vouches for it',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is its own, and nobody vouches for it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate comes without those that vouch for it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
  EPROTO: 'It does not speak TLS as it should',
  HPE_HEADER_OVERFLOW: 'Its answer has too many headers',
}

export function tellFault(error: unknown): string {
  const { code } = error as { code?: string }
  if (code?.startsWith('HPE_') && !WORDS[code]) return 'What it answered is not HTTP'
  return WORDS[code ?? ''] ?? `The connection failed${code ? ` (${code})` : ''}`
}
