import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const HINT_LETTERS = 4

/** Makes a key: a readable prefix that names the kind, then random characters. */
export const makeKey = (isTest: boolean): string =>
  `gs_${isTest ? 'test' : 'live'}_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** An unsalted hash is enough, because keys are random. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Shows just enough of a key for its owner to recognize it. */
export const hintOf = (key: string): string =>
  `${/^gs_[a-z]+_/.exec(key)![0]}…${key.slice(-HINT_LETTERS)}`
