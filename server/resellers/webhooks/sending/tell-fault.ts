/** Explains connection error codes to the person who runs the receiving server. */
const WORDS: Record<string, string> = {
  PRIVATE_ADDRESS: 'This address isn’t on the public internet, so we don’t call it',
  ECONNREFUSED: 'The connection was refused: nothing listens there',
  ECONNRESET: 'The connection was closed too early',
  EPIPE: 'The connection was closed too early',
  EHOSTUNREACH: 'There’s no route to this address',
  ENETUNREACH: 'There’s no route to this address',
  ETIMEDOUT: 'No answer in time',
  ENOTFOUND: 'There’s no host with this name',
  ENODATA: 'This name has no address',
  ESERVFAIL: 'The name servers of this host don’t answer',
  ETIMEOUT: 'The name servers of this host don’t answer',
  ECANCELLED: 'The name servers of this host don’t answer',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate comes without its intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
  EPROTO: 'Its TLS is broken',
  HPE_HEADER_OVERFLOW: 'Its answer has too many headers',
}

export function tellFault(error: unknown): string {
  const { code } = error as { code?: string }
  if (code?.startsWith('HPE_') && !WORDS[code]) return 'Its answer isn’t HTTP'
  return WORDS[code ?? ''] ?? `The connection failed${code ? ` (${code})` : ''}`
}
