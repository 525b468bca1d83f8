import { BATTLE_ARENAS } from './battle-arenas.ts'
import { CARDS_AND_BOARDS } from './cards-and-boards.ts'
import { toGame, type DemoGame } from './game.ts'
import { LAST_STANDING } from './last-standing.ts'
import { ROLE_PLAY } from './role-play.ts'
import { SPEED_AND_SPORT } from './speed-and-sport.ts'
import { WORLDS } from './worlds.ts'

export type DemoCategory = { title: string; games: DemoGame[] }

export const DEMO_CATEGORIES: DemoCategory[] = [
  { title: 'Battle arenas', games: BATTLE_ARENAS.map(toGame) },
  { title: 'Last one standing', games: LAST_STANDING.map(toGame) },
  { title: 'Role play', games: ROLE_PLAY.map(toGame) },
  { title: 'Speed and sport', games: SPEED_AND_SPORT.map(toGame) },
  { title: 'Cards and boards', games: CARDS_AND_BOARDS.map(toGame) },
  { title: 'Worlds to build', games: WORLDS.map(toGame) },
]

export const DEMO_GAMES: DemoGame[] = DEMO_CATEGORIES.flatMap(({ games }) => games)
