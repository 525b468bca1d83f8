import { EVERYTHING, LATENCY_MS, type Fault, type FaultKind } from '#sandbox/faults.ts'
import { html, type Html } from './html.ts'
import type { Player } from '#sandbox/players/player.ts'

const WORDS: Record<FaultKind, string> = {
  latency: 'Slow reply',
  'drop-reply': 'Lost reply',
  error: 'Error',
  'duplicate-webhook': 'Webhook twice',
  'late-webhook': 'Webhook late',
  'out-of-order': 'Webhooks out of order',
  'bad-signature': 'Bad signature',
  'too-many': 'Too many calls',
  downtime: 'Reported downtime',
}

const RATES = [
  { rate: 1, words: 'every time' },
  { rate: 0.5, words: 'half the time' },
  { rate: 0.1, words: 'one time in ten' },
  { rate: 0.01, words: 'one time in a hundred' },
]

export function faultsSection(inForce: readonly Fault[], players: Player[]): Html {
  const everything = {
    name: EVERYTHING,
    title: 'Everything',
    faults: [...new Set(players.flatMap((player) => player.faults))],
  }
  return html`<section aria-labelledby="faults">
    <div class="heading">
      <h2 id="faults">Faults</h2>
      ${
        inForce.length > 0 &&
        html`<form method="post" action="/faults/clear"><button>Clear all</button></form>`
      }
    </div>
    <p class="quiet">
      A slow reply takes ${LATENCY_MS / 1000} s. With a lost reply, the work is still done, but the
      shop gets no answer.
    </p>
    <ul class="card faults">
      ${[...players, everything].map((player) => faultItem(player, inForce))}
    </ul>
  </section>`
}

function faultItem({ name, title, faults }: Player, inForce: readonly Fault[]): Html {
  const own = inForce.filter(({ target }) => target === name)
  const others = faults.filter((kind) => !own.some((fault) => fault.kind === kind))
  return html`<li>
    <h3 id="fault-${name}">${title}</h3>
    <div class="switches">
      ${own.map((fault) => liftForm(fault))} ${others.length > 0 && breakForm(name, others)}
    </div>
  </li>`
}

const liftForm = ({ target, kind, rate, ms }: Fault) =>
  html`<form method="post" action="/faults">
    <input type="hidden" name="target" value="${target}" />
    <input type="hidden" name="kind" value="${kind}" />
    <input type="hidden" name="rate" value="0" />
    <button class="on">
      ${WORDS[kind]}${ms !== undefined && `, ${ms} ms`}, ${rateWords(rate)}: clear
    </button>
  </form>`

const breakForm = (target: string, kinds: readonly FaultKind[]) =>
  html`<form method="post" action="/faults" aria-labelledby="fault-${target}" class="break">
    <input type="hidden" name="target" value="${target}" />
    <select name="rate" aria-label="How often">
      ${RATES.map(({ rate, words }) => html`<option value="${rate}">${words}</option>`)}
    </select>
    ${kinds.map((kind) => html`<button name="kind" value="${kind}">${WORDS[kind]}</button>`)}
  </form>`

const rateWords = (rate: number) =>
  RATES.find((one) => one.rate === rate)?.words ?? `${Math.round(rate * 1000) / 10} % of the time`
