import { timingSafeEqual } from 'node:crypto'

/** Undefined for a body that is not JSON. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Compares in constant time, so that the duration does not reveal how much of a guess is right. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
