import type { Game } from '#contract/catalogue/catalog.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { playerLabels } from '#contract/orders/player-words.ts'
import { createGameDetail, type GameDetail } from '#contract/orders/players.ts'
import { ApiError } from '#web/api/call.ts'

export type Player = Pick<GameDetail, 'playerId' | 'zoneId'>

/** Error messages by field. `other` belongs to no field. */
export type Problems = { playerId?: string; zoneId?: string; contact?: string; other?: string }

type Named = { label: string; options: string[] }

/** The game's second player field, if it has one. */
export const secondFieldOf = ({ inputFieldTwo, inputFieldTwoOption }: Game): Named | null =>
  inputFieldTwo ? { label: inputFieldTwo, options: inputFieldTwoOption } : null

/** Checks the input before sending, with the endpoint's own schema. Both fields are required where the game has two. */
export function findProblems(sent: Input<typeof createGameDetail>, second: Named | null): Problems {
  const { error } = createGameDetail.input.safeParse(sent)
  const problems: Problems = {}
  if (second && !sent.zoneId.trim()) problems.zoneId = `${second.label} is required.`
  for (const { path, message } of error?.issues ?? []) assign(problems, String(path[0]), message)
  return problems
}

/** Focuses the first field with an error. */
export function focusFirst(found: Problems, form: HTMLFormElement): void {
  for (const name of ['playerId', 'zoneId', 'contact'] as const) {
    const field = form.elements.namedItem(name)
    if (found[name] && field instanceof HTMLElement) return field.focus()
  }
}

const ABOUT_PLAYER = ['PLAYER_ELSEWHERE', 'PLAYER_UNFIT']

/** Assigns the server's errors to the fields they concern. */
export function explain(error: unknown, game: Game): Problems {
  if (!(error instanceof ApiError)) throw error
  const problems: Problems = {}
  if (error.code === 'PLAYER_NOT_FOUND') problems.playerId = tellUnknown(game)
  if (ABOUT_PLAYER.includes(error.code)) problems.playerId = error.message
  for (const { field, message } of error.errors) assign(problems, field, message)
  return Object.keys(problems).length > 0 ? problems : { other: error.message }
}

function tellUnknown(game: Game): string {
  const { playerId, zoneId } = playerLabels(game)
  return game.inputFieldTwo
    ? `No player has this ${playerId} and ${zoneId}. Check both.`
    : `No player has this ${playerId}. Check it.`
}

function assign(problems: Problems, field: string, message: string): void {
  if (field === 'playerId' || field === 'zoneId') problems[field] ??= message
  else problems.other ??= message
}
