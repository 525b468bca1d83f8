export type Player = { id: string; zone: string }
export type RegionAnswer = { username: string; region: string }

/** What a source says: it may know the player without the name, or without the country. */
export type Heard = RegionAnswer

/** Whose account it is and of which country; null where there is no such account. What is thrown is no answer. */
export type RegionSource = (player: Player) => Promise<Heard | null>

export const UNKNOWN = 'Unknown'
