import { timingSafeEqual } from 'node:crypto'

/** What is not JSON has nothing to say. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** A body in JSON, or else its fields as a form: most suppliers do not say which of the two they send. */
export const readJsonOrForm = (body: Buffer): unknown =>
  readJson(body) ?? Object.fromEntries(new URLSearchParams(body.toString()))

/** How long it takes does not tell how much of it is right. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
