import { gateway, payPageUrl } from './gateways/gateway.ts'
import { json, NO_ANSWER, page, redirect } from './http.ts'
import { findGamePlayer } from './players/game-players.ts'
import { dollarsOf, supplier, toMoney } from './suppliers/supplier.ts'

/** Handed to every twin, because those outside of this repository can't import the sandbox. */
export const TOOLS = {
  json,
  page,
  redirect,
  NO_ANSWER,
  supplier,
  gateway,
  payPageUrl,
  findGamePlayer,
  dollarsOf,
  toMoney,
}
export type Tools = typeof TOOLS
