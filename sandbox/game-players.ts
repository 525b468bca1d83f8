/** Who plays the games of the outside world: any number is somebody, but for these. */
const UNKNOWN_PLAYER = '900000001'
const DOWN_PLAYER = '900000008'

type Found = { is: 'known'; name: string } | { is: 'unknown' } | { is: 'down' }

/** The same name wherever it is asked; for one of them, whoever is asked is down. */
export function findGamePlayer(id: unknown): Found {
  if (id === DOWN_PLAYER) return { is: 'down' }
  if (typeof id !== 'string' || !/^\d+$/.test(id) || id === UNKNOWN_PLAYER) return { is: 'unknown' }
  return { is: 'known', name: `Player-${id.slice(-4)}` }
}

/** By the zone's last digit, as test data alone; of the first, nobody knows the country. */
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
