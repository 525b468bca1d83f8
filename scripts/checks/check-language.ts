// Checks the language of comments, test titles, type names, file names and documents: see STYLE.md.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { BANNED_NAMES, BANNED_WORDS, type Rule } from './language-rules.ts'

const CODE = [
  '*.ts',
  '{client,connectors,contract,demo,sandbox,scripts,server,tests,web}/**/*.{ts,tsx,mjs}',
  'public/*.js',
]
const DOCS = ['*.md', '{docs,docs/decisions}/*.md', 'web/**/*.md', 'server/**/*.md'] // docs/figures is generated
const BREACHES = 'scripts/checks/check-language.test.ts' // full of deliberate ones
const COLUMNS_MAX = 100

const OPENER =
  /^(?:what|who|whom|whose|whether|whoever|whatever|whichever|of|those|else|or|one(?= (?:is|was|of|that|who|whose|which|has|may|can|to|for|with|sees)\b))\b/i
const COMMENT = /^[ \t]*\{?\/\*\*?[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm
const TRAILING_COMMENT = /\S[ \t]+\/\/ (.*)$/gm
const COMMENT_MARK = /^[ \t]*(?:\/\/|\*)[ \t]?/gm
const TITLE = /\b(?:(?:test|journey)\(\s*|async )(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
const TYPE = /^[ \t]*(?:export )?(?:type|interface|class) (\w+)/gm
// These keep their spelling: code in backticks, addresses, paths and file names.
const QUOTED_CODE = /`[^`\n]*`|\]\([^)]*\)|\S*\w[/.]\w\S*/g
const ADDRESS = /\]\([^)]*\)|https?:\S+/g

type Found = { rule: Rule; at: number; says: string }
type Breach = { rule: Rule; line: number; says: string }

/** Checks the comments, test titles and types of one file of code, and its name. */
export function checkCode(path: string, text: string): Breach[] {
  const comments = find(text, COMMENT)
  const titles = find(text, TITLE, 2)
  const prose = [...comments, ...titles, ...find(text, TRAILING_COMMENT, 1)]
  const name = basename(path).replace(/\..*/, '')
  const found = [
    ...comments.flatMap((piece) => checkOpener(piece, 'comment opener')),
    ...titles.flatMap((piece) => checkOpener(piece, 'title opener')),
    ...prose.flatMap(checkWords),
    ...find(text, TYPE, 1).flatMap(checkName),
    ...checkName({ text: name, at: 0 }),
  ]
  return found.map(({ at, ...rest }) => ({ ...rest, line: text.slice(0, at).split('\n').length }))
}

/** Checks the words and the width of one document. Code blocks may say what they like. */
export function checkDocument(path: string, text: string): Breach[] {
  const lines = text.replaceAll(/^ *```[^]*?^ *```/gm, (block) => block.replaceAll(/.+/g, ''))
  return lines.split('\n').flatMap((line, index) => {
    const isRow = line.startsWith('|')
    // The glossary lists former words behind each term.
    const words = basename(path) === 'glossary.md' ? line.replace(/Still called: .*/, '') : line
    const found = checkWords({ text: words, at: 0 })
    const width = line.replaceAll(ADDRESS, '').length
    if (!isRow && width > COLUMNS_MAX)
      found.push({ rule: 'columns', at: 0, says: `has ${width} columns: break it at 100` })
    return found.map(({ rule, says }) => ({ rule, says, line: index + 1 }))
  })
}

/** Lists the breaches of all files. */
export function checkLanguage(root: string): string[] {
  const checkAll = (patterns: string[], check: typeof checkCode) =>
    globSync(patterns, { cwd: root, exclude: [BREACHES] }).flatMap((path) =>
      check(path, readFileSync(join(root, path), 'utf8')).map(
        ({ line, says }) => `${path}:${line} ${says}`,
      ),
    )
  return [...checkAll(CODE, checkCode), ...checkAll(DOCS, checkDocument)].toSorted()
}

type Piece = { text: string; at: number }

function find(text: string, pattern: RegExp, group = 0): Piece[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[group]!,
    at: match.index + match[0].indexOf(match[group]!),
  }))
}

function checkOpener({ text, at }: Piece, rule: Rule): Found[] {
  const prose = text.replace(/^\s*\{?\/\*\*?/, '').replaceAll(COMMENT_MARK, '')
  const [opener] = OPENER.exec(prose.trim()) ?? []
  return opener ? [{ rule, at, says: `opens with “${opener}”: name the subject first` }] : []
}

function checkWords({ text, at }: Piece): Found[] {
  const prose = text.replaceAll(QUOTED_CODE, (code) => ' '.repeat(code.length))
  return BANNED_WORDS.flatMap(([pattern, instead]) =>
    [...prose.matchAll(pattern)].map(({ 0: word, index }) => ({
      rule: 'word',
      at: at + index,
      says: `says “${word}”: write ${instead}`,
    })),
  )
}

function checkName({ text, at }: Piece): Found[] {
  const parts = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
  return BANNED_NAMES.filter(([pattern]) => pattern.test(parts)).map(([, instead]) => ({
    rule: 'name',
    at,
    says: `is named “${text}”: use ${instead}`,
  }))
}
