export type Player = { id: string; zone: string }
export type RegionAnswer = { username: string; region: string }

/** A source's answer. It may know the player without the name, or without the country. */
export type SourceAnswer = RegionAnswer

/** Looks up the name and country of an account. Null if there is no such account. Throws if there is no answer. */
export type RegionSource = (player: Player) => Promise<SourceAnswer | null>

export const UNKNOWN = 'Unknown'
