import type { Flat, Pen } from './pen.ts'
import { galaxy, reef } from './stage-deep.ts'
import { hall, temple } from './stage-halls.ts'
import { market, table } from './stage-nights.ts'
import { forest, ice, isles } from './stage-north.ts'
import { stadium } from './stage-stadium.ts'
import { city, track } from './stage-streets.ts'
import { desert, moonlit, volcano } from './stage-wilds.ts'

/** The scenes of games. Each is drawn around the place of its emblem. */
export const STAGES = {
  city,
  desert,
  forest,
  galaxy,
  hall,
  ice,
  isles,
  market,
  moonlit,
  reef,
  stadium,
  table,
  temple,
  track,
  volcano,
} satisfies Record<string, (pen: Pen, focus: Flat) => string>

export type Stage = keyof typeof STAGES
