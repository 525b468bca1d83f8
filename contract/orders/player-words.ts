/** Names for server codes that mean little to players. Suppliers read the code, so it is stored and sent unchanged. */
const OPTION_NAMES: Record<string, string> = {
  TW_HK_MO: 'Taiwan, Hong Kong, Macau',
  os_asia: 'Asia',
  os_cht: 'Taiwan, Hong Kong, Macau',
  os_euro: 'Europe',
  os_sea: 'Southeast Asia',
  os_usa: 'America',
}

export const nameOption = (value: string): string => OPTION_NAMES[value] ?? value

type Labels = { inputFieldOne: string; inputFieldTwo: string }
type Ids = { playerId: string; zoneId: string }

/** A game's own names for the ids of its players. */
export const playerLabels = ({ inputFieldOne, inputFieldTwo }: Labels) => ({
  playerId: inputFieldOne || 'User ID',
  zoneId: inputFieldTwo || 'Zone ID',
})

/** The ids of a player under the labels of their game. */
export function playerFacts(game: Labels, { playerId, zoneId }: Ids): [name: string, id: string][] {
  const labels = playerLabels(game)
  const first: [string, string] = [labels.playerId, playerId]
  return zoneId ? [first, [labels.zoneId, nameOption(zoneId)]] : [first]
}

/** A player in one line: `Moonlit (12345, Asia)`. */
export function playerLine({ userName, playerId, zoneId }: Ids & { userName: string }): string {
  const ids = zoneId ? `${playerId}, ${nameOption(zoneId)}` : playerId
  return userName ? `${userName} (${ids})` : ids
}
