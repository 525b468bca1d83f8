import { Refusal } from '#server/platform/http/refusal.ts'

// What test mode plays instead of providers, by the player: the same ids as the sandbox has. The contract tells them.

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

/** What becomes of an order, and when. */
export const stepsOf = (playerId: string): Step[] =>
  STEPS[playerId] ?? [{ to: 'completed', afterSeconds: 0 }]
