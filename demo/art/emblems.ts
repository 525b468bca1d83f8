import { crown, helmet, shield, trident } from './emblem-arms.ts'
import { bear, oni, phoenix, ram, turtle, wolf } from './emblem-beasts.ts'
import { car, cards, cricket, die, football } from './emblem-play.ts'
import { apple, island, king, lantern, rocket } from './emblem-things.ts'
import { cog, compass, lotus, sun } from './emblem-worlds.ts'
import type { Mesh } from './mesh.ts'

/** The symbols that stand for games. */
export const EMBLEMS = {
  apple,
  bear,
  car,
  cards,
  cog,
  compass,
  cricket,
  crown,
  die,
  football,
  helmet,
  island,
  king,
  lantern,
  lotus,
  oni,
  phoenix,
  ram,
  rocket,
  shield,
  sun,
  trident,
  turtle,
  wolf,
} satisfies Record<string, () => Mesh>

export type Emblem = keyof typeof EMBLEMS
