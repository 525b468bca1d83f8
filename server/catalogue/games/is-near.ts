const LETTERS_MIN = 4 // in shorter words every typo makes another word
const LETTERS_FOR_TWO = 8

/** True if a word may begin with what was typed. Allows one wrong, missing, doubled or swapped letter; two if long. */
export function isNear(word: string, typed: string): boolean {
  const max = typed.length >= LETTERS_FOR_TWO ? 2 : 1
  if (typed.length < LETTERS_MIN || word[0] !== typed[0]) return false
  for (let length = typed.length - max; length <= typed.length + max; length++)
    if (distance(word.slice(0, length), typed) <= max) return true
  return false
}

/** Counts the edits between two texts. Two swapped letters count as one edit. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1
      const edits = [rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(Math.min(...edits, isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity))
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}
