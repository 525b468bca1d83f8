import type { BlockList } from 'node:net'
import { isIP } from 'node:net'
import type { Refusal } from '#server/platform/refusal.ts'
import { mayCall } from './addresses.ts'

type Rules = {
  isProduction: boolean
  allowed: BlockList
  refuse: (message: string) => Refusal
}

const WELL_KNOWN_PORTS = ['', '80', '443'] // '' is the scheme's default port
const OPEN_PORTS_FROM = 1024 // ports below belong to services that strangers must not reach

/** The host of a URL, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Checks an address and returns it in its normal form. The name is resolved and checked again at every call; this
 * refuses early what can be seen now. The URL class has already turned 0x7f.1 and 2130706433 into the IP addresses they
 * stand for.
 */
export function checkUrl(text: string, { isProduction, allowed, refuse }: Rules): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const schemes = isProduction ? ['https:'] : ['https:', 'http:']
  if (!url || !schemes.includes(url.protocol))
    throw refuse(
      `Please enter an address that starts with ${schemes.toReversed().join('// or ')}//`,
    )
  if (url.username || url.password) throw refuse('An address can’t contain a user name or password')
  if (url.hash) throw refuse('An address can’t have a part after #')
  if (!WELL_KNOWN_PORTS.includes(url.port) && Number(url.port) < OPEN_PORTS_FROM)
    throw refuse('Use port 80, 443, or one from 1024')
  const host = hostOf(url)
  if (isIP(host) && !mayCall(host, allowed))
    throw refuse('This address isn’t on the public internet')
  return url.href
}
