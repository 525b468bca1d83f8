/** Every number is a known player, except for these. */
const UNKNOWN_PLAYER = '900000001'
const DOWN_PLAYER = '900000008'

type Lookup = { is: 'known'; name: string } | { is: 'unknown' } | { is: 'down' }

/** The same id always has the same name. For one id, every company pretends to be down. */
export function findGamePlayer(id: unknown): Lookup {
  if (id === DOWN_PLAYER) return { is: 'down' }
  if (typeof id !== 'string' || !/^\d+$/.test(id) || id === UNKNOWN_PLAYER) return { is: 'unknown' }
  return { is: 'known', name: `Player-${id.slice(-4)}` }
}

/** Test data: the last digit of the zone determines the country. The first has none. */
const COUNTRIES = [
  undefined,
  'India',
  'Indonesia',
  'Philippines',
  'Malaysia',
  'Singapore',
  'Brazil',
  'Russia',
  'Nepal',
  'Bangladesh',
]

export const countryOf = (zone: unknown): string | undefined =>
  COUNTRIES[Number(zone) % COUNTRIES.length]
