import { BlockList, isIP } from 'node:net'

/**
 * Networks that IANA's special-purpose registries exclude from the public ones, and addresses where clouds serve their
 * own machines. IPv6 needs fewer entries, because only global unicast (2000::/3) counts as public. That already
 * excludes mapped and translated addresses.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's platform services
  '169.254.0.0/16', // includes most clouds' metadata services
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

/** Names that the configuration may use for networks. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export function toBlockList(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const isFour = isIP(address) === 4
    list.addSubnet(address, Number(bits ?? (isFour ? 32 : 128)), isFour ? 'ipv4' : 'ipv6')
  }
  return list
}

const special = toBlockList([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const global = toBlockList(['2000::/3'])

/** Says whether the whole internet can reach an address: it is neither on a private network nor on this machine. */
function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** `allowed` lists the networks that the operator permits in addition to the public ones. */
export function mayCall(address: string, allowed: BlockList): boolean {
  const bare = address.split('%')[0]! // without the IPv6 zone, such as %eth0
  const family = isIP(bare) === 4 ? 'ipv4' : 'ipv6'
  return isIP(bare) > 0 && (isPublic(bare) || allowed.check(bare, family))
}
