export type Rule = 'comment opener' | 'title opener' | 'word' | 'name' | 'columns'

/** Banned words of comments, test titles and documents, with the words to use. See docs/glossary.md. */
export const BANNED_WORDS = toPatterns('gi', [
  ['wish|wishes', 'input or request'],
  ['parcels?', 'dispatch'],
  ['fulfilments?', 'delivery or supplier'],
  ['allowances?', 'rate limit'],
  ['crowding', 'load shedding'],
  ["resellers?['’]s? programs?|take-program", 'API client'],
  ['office news', 'live updates'],
  ['kept (entry|entries|answers?|pages?)', 'cached or stored'],
  ['conversations?', 'request'],
  ['violence', 'chaos test'],
  ['deeds?', 'action'],
  // Metaphors. "By hand" and "hands over" are plain English.
  ["(early|same|many|whose|their|its|in) hands?|(n|y|r)['’]s hands?", 'what is meant'],
  ['doors?', 'call, route or API'],
  ['feet|foot', 'bottom or footer'],
  ['mornings', 'days'],
  ['tills|(the|a|of) till', 'checkout or payment'],
  ['stalls|(the|a) stall', 'shop or catalogue'],
  ['shelf|shelves', 'catalogue, on sale, off sale'],
])

/** Banned parts of the names of types and files. `^…$` is a whole name. */
export const BANNED_NAMES = toPatterns('i', [
  ['wish|wishes', '…Input or …Request'],
  ['(?<!last.)standings?', '…Status, …State or Ranking'], // “Last Standing” is a game of the demo
  ['parcels?', 'Dispatch'],
  ['fulfilments?', 'Delivery or Supplier'],
  ['allowances?', 'RateLimit'],
  ['crowd|crowding', 'LoadShedding or Load'],
  ['^program(wish)?$|^(admit|as|take|tell)-programs?$', 'ApiClient'], // other programs may be called so
  ['^handle$|^world$', 'Deps'],
  ['^told$|^manner$', '…Answer, …Report or …Options'],
  ['^places?$', 'Deps, Cursor or Rank'],
  ['office news', 'LiveUpdates'],
  ['kept entries', 'Cache'],
  ['deeds?', 'Action'],
  ['blows?', 'Fault or Outage'],
  ['early hands|hands', 'EarlyInput or what is meant'],
  ['doors?|feet|foot|mornings?|tills?|stalls?|shelf|shelves|market', 'what is meant'],
])

function toPatterns(flags: string, list: [words: string, instead: string][]): [RegExp, string][] {
  return list.map(([words, instead]) => [
    new RegExp(words.startsWith('^') ? words : `\\b(${words})\\b`, flags),
    instead,
  ])
}
