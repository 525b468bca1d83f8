import {
  addEnvironment,
  collectSecrets,
  type Collector,
} from '#tests/chaos/secrets/collect-secrets.ts'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { endAccess } from '#tests/chaos/people/end-access.ts'
import { endStreams } from '#tests/chaos/people/end-streams.ts'
import { failWithSecrets } from '#tests/chaos/secrets/fail-with-secrets.ts'
import { CODE_KINDS, guessCode } from '#tests/chaos/guessing/guess-codes.ts'
import { GUARDED, guessGuarded } from '#tests/chaos/guessing/guess-passwords.ts'
import type { Guesses } from '#tests/chaos/guessing/guesses.ts'
import { startNodes, type Nodes } from '#tests/chaos/nodes.ts'
import type { ProofOptions, Proof, Section } from '#tests/chaos/proof.ts'
import { readForeign } from '#tests/chaos/people/read-foreign.ts'
import { searchSecrets } from '#tests/chaos/secrets/search-secrets.ts'
import { stealTokens } from '#tests/chaos/people/steal-tokens.ts'
import { tellAccountsApart } from '#tests/chaos/guessing/tell-accounts-apart.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { tryEveryRole } from '#tests/chaos/people/try-every-role.ts'

const FULL = 100
const NODES = 2
const UNLIMITED = '1000000'

export const people: Proof = {
  says: 'Attacks on accounts: roles, belongings, sessions, codes and passwords, whether an account exists, and secrets in logs and tables.',
  count: FULL,
  async prove(asked) {
    await using stack = new AsyncDisposableStack()
    const collector = collectSecrets()
    stack.defer(collector.stop)
    const guarded = await open(stack, collector, { TRUSTED_PROXIES: 'loopback' })
    const sections = [...(await takeAccess(guarded, asked)), ...(await guess(guarded, asked))]
    const unguarded = await open(stack, collector, {
      LIMIT_WRONG_PASSWORDS: UNLIMITED,
      LIMIT_WRONG_PASSWORDS_TOTAL: UNLIMITED,
      LIMIT_WRONG_PASSWORDS_PER_ADDRESS: UNLIMITED,
      LIMIT_CODES_PER_DAY: UNLIMITED,
      LIMIT_CODES_PER_DAY_TOTAL: UNLIMITED,
      LIMIT_WRONG_CODES_PER_DAY: UNLIMITED,
      LIMIT_CODES_PER_ADDRESS_PER_DAY: UNLIMITED,
    })
    sections.push(await tellApart(unguarded, asked))
    for (const nodes of [guarded, unguarded])
      sections.push(await search(nodes, collector, { ...asked, isFirst: nodes === guarded }))
    return sections
  },
}

async function open(
  stack: AsyncDisposableStack,
  collector: Collector,
  own: Record<string, string>,
): Promise<Nodes> {
  return startNodes(stack, {
    count: NODES,
    async reach(sections) {
      const environment = { ...sections, LOG_LEVEL: 'debug', ...own }
      addEnvironment(collector, environment)
      return environment
    },
  })
}

/** A run below full size tries only one in this many similar cases. */
const sampledOf = (count: number): number => Math.max(1, Math.round(FULL / count))

async function takeAccess(nodes: Nodes, { count, seed }: ProofOptions): Promise<Section[]> {
  const sampled = sampledOf(count)
  const roles = await tryEveryRole(nodes, { seed, sampled })
  const foreign = await readForeign(nodes, { seed, sampled })
  const stolen = await stealTokens(nodes, { families: 5 * count, seed })
  const ended = await endAccess(nodes, { ends: 2 * count, seed })
  const streams = await endStreams(nodes, Math.ceil(count / 5))
  return [
    toSection(
      'every kind of caller at every call, compared with a table written by hand',
      [
        ['kinds of callers, calls', `${roles.callers}, ${roles.calls}`],
        ['tried, of these to be refused', `${roles.tried}, ${roles.refused}`],
      ],
      { 'wrongly let in or kept out, or changes by refused callers': roles.wrong },
    ),
    toSection(
      "other people's ids in every field that takes one",
      [
        ["fields that name someone's belongings", foreign.fields],
        ['of these, fields that know the owner', foreign.own],
        ["other people's ids sent, each beside an unknown one", foreign.reached],
        ['lists searched', foreign.lists],
      ],
      { 'answered differently from unknown ids, revealed, or changed': foreign.wrong },
    ),
    toSection(
      'stolen refresh tokens, shown in every order at two nodes',
      [
        ['families of tokens', stolen.families],
        ['tokens shown', stolen.shown],
      ],
      { 'valid afterwards, or another family ended with it': stolen.wrong },
    ),
    toSection(
      'blocked, demoted, signed out or deleted in the middle of calls at two nodes',
      [
        ['times', ended.ends],
        ['calls answered before', ended.answered],
        ['calls begun after, all refused', ended.refused],
        ['streams open at another node', streams.streams],
        ['time until such a stream ended, median / worst', describeTimes(streams.endedMs)],
      ],
      { 'answered or informed afterwards': [...ended.wrong, ...streams.wrong] },
    ),
  ]
}

async function guess(nodes: Nodes, { count, seed }: ProofOptions): Promise<Section[]> {
  const attack = { setup: nodes, tries: 100 * count, dice: createDice(seed) }
  const sections: Section[] = []
  for (const [what, make] of Object.entries(CODE_KINDS))
    sections.push(writeGuesses(what, 'one challenge', await guessCode(attack, make)))
  for (const [what, make] of Object.entries(GUARDED))
    sections.push(writeGuesses(what, 'one window', await guessGuarded(attack, make)))
  return sections
}

const writeGuesses = (what: string, whole: string, guesses: Guesses): Section =>
  toSection(
    `guessed: ${what}`,
    [
      ['tried in a day', guesses.tried],
      [`checked for ${whole}, at most`, guesses.looksMax],
      ['checked in all, of the allowed number', `${guesses.looked} of ${guesses.allowed}`],
    ],
    { 'checked beyond that, or let in': guesses.wrong },
  )

async function tellApart(nodes: Nodes, { count, seed }: ProofOptions): Promise<Section> {
  const { questions, wrong } = await tellAccountsApart(nodes, { samples: 5 * count, seed })
  return toSection(
    'whether an account exists, asked in turns about known and unknown people',
    questions.map(({ what, samples, knownMs, unknownMs, rightPercent }) => [
      what,
      `${samples} each: ${knownMs} and ${unknownMs} ms; ${rightPercent} % guessed right from the time`,
    ]),
    { 'revealed by words, headers or time': wrong },
  )
}

type Searching = ProofOptions & { isFirst: boolean }

async function search(nodes: Nodes, collector: Collector, asked: Searching): Promise<Section> {
  const { count, seed, isFirst } = asked
  if (isFirst) await failWithSecrets(nodes, collector)
  const log = nodes.urls.map((_, index) => nodes.saidOf(index)).join('')
  const each = 5 * count
  const report = await searchSecrets(collector.secrets, { log, sql: nodes.sql, seed, each })
  return toSection(
    `secrets of the attacks, in the debug log and the tables of the ${isFirst ? 'first' : 'second'} shop`,
    [
      ['secrets that went over the wire', report.secrets],
      ['of these searched for, in five spellings', report.searched],
      ['lines of the log, rows of the tables', `${report.lines}, ${report.rows}`],
      ['refusals searched', collector.refusals],
    ],
    { found: report.found, 'repeated in a refusal': [...new Set(collector.echoed)] },
  )
}
