import { Refusal } from '#server/platform/refusal.ts'

// Outcomes that test mode simulates instead of asking suppliers, by player id. The ids are those of the sandbox, and
// the contract documents them.

type Player = { playerId: string; zoneId: string }

const UNKNOWN = '900000001'

export function checkTestPlayer(player: Player) {
  if (player.playerId === UNKNOWN) throw new Refusal('PLAYER_NOT_FOUND')
  return { ...player, name: `Test player ${player.playerId}`, isConfirmed: true }
}

type Move = 'completed' | 'failed' | 'held'
type Step = { to: Move; afterSeconds: number }

const STEPS: Record<string, Step[]> = {
  [UNKNOWN]: [{ to: 'failed', afterSeconds: 0 }],
  900000002: [{ to: 'failed', afterSeconds: 0 }],
  900000003: [{ to: 'completed', afterSeconds: 30 }],
  900000004: [{ to: 'failed', afterSeconds: 30 }],
  900000005: [{ to: 'completed', afterSeconds: 20 }],
  900000006: [0, 0, 1].map((afterSeconds) => ({ to: 'completed', afterSeconds })),
  900000007: [
    { to: 'held', afterSeconds: 0 },
    { to: 'completed', afterSeconds: 120 },
  ],
  900000008: [{ to: 'failed', afterSeconds: 60 }],
}

/** Returns the moves of a test order, with their delays. */
export const stepsOf = (playerId: string): Step[] =>
  STEPS[playerId] ?? [{ to: 'completed', afterSeconds: 0 }]
