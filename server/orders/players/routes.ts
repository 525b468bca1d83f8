import * as contract from '#contract/orders/players.ts'
import { implement } from '#server/platform/http/implement.ts'
import { createGameDetail, findGameDetail, listGameDetails } from './players.ts'

export const playerRoutes = implement(contract, {
  listGameDetails,
  createGameDetail,
  findGameDetail,
})
