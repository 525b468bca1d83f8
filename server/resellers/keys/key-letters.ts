import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const HINT_LETTERS = 4

/** What says what it is, and then what nobody can guess. */
export const makeKey = (isTest: boolean): string =>
  `gs_${isTest ? 'test' : 'live'}_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** Keys are random, so a plain hash tells nothing. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Enough to know one's own by. */
export const hintOf = (key: string): string =>
  `${/^gs_[a-z]+_/.exec(key)![0]}…${key.slice(-HINT_LETTERS)}`
