import { EVERYTHING, FAULT_KINDS, type Fault, type FaultKind, type Faults } from './faults.ts'
import { isForm, json, redirect, type Fields, type Handler, type Routes } from './http.ts'
import type { Player } from './players/player.ts'

const MS_MAX = 600_000
const PAGE = '/#faults' // the page with the form that sets faults

export function faultRoutes(faults: Faults, players: Player[]): Routes {
  const setFault: Handler = async (call) => {
    const fields = await call.readFields()
    if (!fields) return refuse('Send target, kind and rate as a JSON object or as a form')
    const problem = findProblem(fields, players)
    if (problem) return refuse(problem)
    faults.set(toFault(fields))
    return isForm(call) ? redirect(PAGE) : json(faults.list())
  }
  const clearFaults: Handler = () => {
    faults.clear()
    return json(faults.list())
  }
  return {
    'GET /faults': () => json(faults.list()),
    'POST /faults': setFault,
    'DELETE /faults': clearFaults,
    // Forms cannot send DELETE.
    'POST /faults/clear': () => {
      faults.clear()
      return redirect(PAGE)
    },
  }
}

const refuse = (message: string) => json({ message }, 400)

function findProblem({ target, kind, rate, ms }: Fields, players: Player[]): string | undefined {
  const targets = [...players.map(({ name }) => name), EVERYTHING]
  if (!targets.includes(target as string)) return `target must be one of: ${targets.join(', ')}`
  if (!FAULT_KINDS.includes(kind as FaultKind))
    return `kind must be one of: ${FAULT_KINDS.join(', ')}`
  const player = players.find(({ name }) => name === target)
  if (player && !player.faults.includes(kind as FaultKind))
    return `${target} doesn't have the fault ${kind}. It has: ${player.faults.join(', ')}`
  if (!isNumber(rate, 1)) return 'rate must be a number from 0 to 1'
  if (ms !== undefined && kind !== 'latency' && kind !== 'late-webhook')
    return 'ms is only for latency and late-webhook'
  if (ms !== undefined && !isNumber(ms, MS_MAX)) return `ms must be a number from 0 to ${MS_MAX}`
  return undefined
}

/** Also accepts text, because forms send numbers as text. */
function isNumber(value: unknown, max: number): boolean {
  const isText = typeof value === 'string' && value.trim() !== ''
  return (isText || typeof value === 'number') && Number(value) >= 0 && Number(value) <= max
}

const toFault = ({ target, kind, rate, ms }: Fields): Fault => ({
  target: target as string,
  kind: kind as FaultKind,
  rate: Number(rate),
  ...(ms === undefined ? {} : { ms: Number(ms) }),
})
