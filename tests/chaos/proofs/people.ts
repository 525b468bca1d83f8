import {
  addEnvironment,
  collectSecrets,
  type Collector,
} from '#tests/chaos/people/collect-secrets.ts'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { endAccess } from '#tests/chaos/people/end-access.ts'
import { endStreams } from '#tests/chaos/people/end-streams.ts'
import { failWithSecrets } from '#tests/chaos/people/fail-with-secrets.ts'
import { CODE_KINDS, guessCode } from '#tests/chaos/people/guess-codes.ts'
import { GUARDED, guessGuarded } from '#tests/chaos/people/guess-passwords.ts'
import type { Guesses } from '#tests/chaos/people/guesses.ts'
import { startNodes, type Nodes } from '#tests/chaos/nodes.ts'
import type { ProofOptions, Proof, Section } from '#tests/chaos/proof.ts'
import { readForeign } from '#tests/chaos/people/read-foreign.ts'
import { searchSecrets } from '#tests/chaos/people/search-secrets.ts'
import { stealTokens } from '#tests/chaos/people/steal-tokens.ts'
import { tellAccountsApart } from '#tests/chaos/people/tell-accounts-apart.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { tryEveryRole } from '#tests/chaos/people/try-every-role.ts'

const FULL = 100
const NODES = 2
const UNLIMITED = '1000000'

export const people: Proof = {
  says: 'Attacks on people: their roles, their things, their sessions, their codes and passwords, whether they are there, and their secrets in what is written down.',
  count: FULL,
  async prove(asked) {
    await using stack = new AsyncDisposableStack()
    const collector = collectSecrets()
    stack.defer(collector.stop)
    const guarded = await open(stack, collector, { TRUSTED_PROXIES: 'loopback' })
    const told = [...(await takeAccess(guarded, asked)), ...(await guess(guarded, asked))]
    const unguarded = await open(stack, collector, {
      LIMIT_WRONG_PASSWORDS: UNLIMITED,
      LIMIT_WRONG_PASSWORDS_TOTAL: UNLIMITED,
      LIMIT_WRONG_PASSWORDS_PER_ADDRESS: UNLIMITED,
      LIMIT_CODES_PER_DAY: UNLIMITED,
      LIMIT_CODES_PER_DAY_TOTAL: UNLIMITED,
      LIMIT_WRONG_CODES_PER_DAY: UNLIMITED,
      LIMIT_CODES_PER_ADDRESS_PER_DAY: UNLIMITED,
    })
    told.push(await tellApart(unguarded, asked))
    for (const nodes of [guarded, unguarded])
      told.push(await search(nodes, collector, { ...asked, isFirst: nodes === guarded }))
    return told
  },
}

async function open(
  stack: AsyncDisposableStack,
  collector: Collector,
  own: Record<string, string>,
): Promise<Nodes> {
  return startNodes(stack, {
    count: NODES,
    async reach(told) {
      const environment = { ...told, LOG_LEVEL: 'debug', ...own }
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
      'everybody at every call, as a table written by hand has it',
      [
        ['kinds of callers, calls', `${roles.callers}, ${roles.calls}`],
        ['tried, of these to be refused', `${roles.tried}, ${roles.refused}`],
      ],
      { 'let in, kept out, or changed something, wrongly': roles.wrong },
    ),
    toSection(
      "another's ids in every field that takes one",
      [
        ['fields that name something of somebody', foreign.fields],
        ['of these that know its owner', foreign.own],
        ["another's ids sent, each beside one of nobody's", foreign.reached],
        ['lists looked through', foreign.lists],
      ],
      { "answered otherwise than nobody's, told, or changed": foreign.wrong },
    ),
    toSection(
      'stolen refresh tokens, shown in every order at two nodes',
      [
        ['families of tokens', stolen.families],
        ['tokens shown', stolen.shown],
      ],
      { 'alive afterwards, or dead with it': stolen.wrong },
    ),
    toSection(
      'blocked, demoted, signed out or deleted in the middle of calls at two nodes',
      [
        ['times', ended.ends],
        ['calls answered before', ended.answered],
        ['calls begun after, all refused', ended.refused],
        ['streams open at another node', streams.streams],
        ['until such a stream had ended, median / worst', describeTimes(streams.endedMs)],
      ],
      { 'answered or told afterwards': [...ended.wrong, ...streams.wrong] },
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
      [`looked at of ${whole}, at most`, guesses.looksMax],
      ['looked at in all, of so many that may be', `${guesses.looked} of ${guesses.allowed}`],
    ],
    { 'looked at beyond that, or let in': guesses.wrong },
  )

async function tellApart(nodes: Nodes, { count, seed }: ProofOptions): Promise<Section> {
  const { questions, wrong } = await tellAccountsApart(nodes, { samples: 5 * count, seed })
  return toSection(
    'who has an account, asked in turns about who is there and who is not',
    questions.map(({ what, samples, knownMs, unknownMs, rightPercent }) => [
      what,
      `${samples} each: ${knownMs} and ${unknownMs} ms; ${rightPercent} % guessed right by the time`,
    ]),
    { 'told by words, headers or time': wrong },
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
      ['of these looked for, in five spellings', report.searched],
      ['lines of the log, rows of the tables', `${report.lines}, ${report.rows}`],
      ['refusals looked through', collector.refusals],
    ],
    { found: report.found, 'repeated in a refusal': [...new Set(collector.echoed)] },
  )
}
