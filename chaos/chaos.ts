// npm run chaos: the long proofs. npm run chaos -- 20 for twenty kills instead of a hundred, and as many histories;
// npm run chaos -- 100 deliveries for one of them.
import process from 'node:process'
import { buildWeb } from '#scripts/build.ts'
import { deliverUnderFaults } from './deliver-under-faults.ts'
import { forgeWebhooks } from './forge-webhooks.ts'
import { killAtClosing } from './kill-at-closing.ts'
import { killUnderExport } from './kill-under-export.ts'
import { killUnderGifts } from './kill-under-gifts.ts'
import { killUnderOrders } from './kill-under-orders.ts'
import { killUnderSignUps } from './kill-under-sign-ups.ts'
import { startNodes } from './nodes.ts'
import { payUnderFaults } from './pay-under-faults.ts'
import { playHistories } from './play-histories.ts'
import { openRecorder } from './recorder.ts'
import { tellPrograms } from './tell-programs.ts'
import { repeatProgramOrders } from './repeat-program-orders.ts'
import { timeDeliveries } from './time-deliveries.ts'
import { timePayments } from './time-payments.ts'

const OPERATIONS = 512

/** Each with how much of it is done when nothing is said. */
const PROOFS: Record<string, [prove: (count: number) => Promise<void>, count: number]> = {
  'sign-ups': [proveSignUps, 100],
  gifts: [proveGifts, 100],
  orders: [proveOrders, 100],
  closing: [proveClosing, 50],
  exports: [proveExports, 10],
  payments: [provePayments, 100],
  deliveries: [proveDeliveries, 100],
  programs: [provePrograms, 100],
  reseller: [proveReseller, 100],
  histories: [proveHistories, 512],
}

const [count, ...names] = process.argv.slice(2)
let isGood = true

buildWeb(console.log)
for (const name of names.length > 0 ? names : Object.keys(PROOFS)) {
  const proof = PROOFS[name]
  if (!proof)
    throw new Error(`There is no proof ${name}; there are ${Object.keys(PROOFS).join(', ')}`)
  const [prove, usual] = proof
  await prove(count === undefined ? usual : Number(count))
}
process.exit(isGood ? 0 : 1)

async function proveSignUps(count: number): Promise<void> {
  const signUps = await killUnderSignUps(count)
  tell('killed with SIGKILL under sign-ups', [
    ['kills (shop and database in turn)', signUps.kills],
    ['accounts acknowledged', signUps.acknowledged],
    ['acknowledged and lost', none(signUps.lost)],
    ['there without session or welcome', none(signUps.half)],
    ['shop answers again, median / worst', describe(signUps.recoveryMs.shop)],
    ['database answers again, median / worst', describe(signUps.recoveryMs.database)],
  ])
}

async function proveGifts(count: number): Promise<void> {
  const gifts = await killUnderGifts(count)
  tell('killed with SIGKILL under gifts', [
    ['kills (shop and database in turn)', gifts.kills],
    ['gifts acknowledged', gifts.acknowledged],
    ['sent again for want of an answer', gifts.repeated],
    ['wallets that differ from what was acknowledged', none(gifts.wrong)],
    ['fault in the books', none(gifts.fault)],
  ])
}

async function proveOrders(count: number): Promise<void> {
  const orders = await killUnderOrders(count)
  tell('killed with SIGKILL under orders', [
    ['kills (shop and database in turn)', orders.kills],
    ['orders acknowledged', orders.acknowledged],
    ['sent again for want of an answer', orders.repeated],
    ['orders, stock or uses that differ from what was acknowledged', none(orders.wrong)],
    ['fault in the books', none(orders.fault)],
  ])
}

async function proveClosing(count: number): Promise<void> {
  const closing = await killAtClosing(count)
  tell('killed with SIGKILL while a month is closed', [
    ['kills, each in another month', closing.kills],
    ['of these between the closing and the last payment', closing.halfway],
    ['prizes won / paid', `${closing.won} / ${closing.paid}`],
    ['wallets that differ from what was won', none(closing.wrong)],
    ['winners without a mail', none(closing.untold)],
    ['fault in the books', none(closing.fault)],
  ])
}

async function proveExports(kills: number): Promise<void> {
  const orders = 15_000 * kills
  const file = await killUnderExport(kills, orders)
  tell('killed with SIGKILL while a long file is made', [
    ['kills', kills],
    ['of these in the middle of the file', file.halfway],
    ['orders / rows of the file', `${orders} / ${file.rows}`],
    ['rows that are not the list', none(file.isList ? [] : ['it differs'])],
  ])
}

async function provePayments(share: number): Promise<void> {
  const seed = Date.now() % 1_000_000
  await using stack = new AsyncDisposableStack()
  const shop = await startNodes(stack, { count: 2 })
  const paid = await payUnderFaults(shop, { payments: 10 * share, seed, atOnce: 16 })
  const settled = Object.entries(paid.settledAs).map(([as, count]) => `${count} ${as}`)
  tell('payments through faulty gateways, two nodes killed with SIGKILL in turn', [
    ['seed', seed],
    ['kills', paid.kills],
    ['payments begun, for so many orders', `${paid.payments}, ${paid.orders}`],
    ['captured by the six gateways', `${paid.captures}, ₹${paid.rupees.toFixed(2)}`],
    ['settled as', settled.join(', ')],
    ['differences to the paisa', none(paid.wrong)],
    ['fault in the books', none(paid.fault)],
  ])

  const times = await timePayments(await startNodes(stack, { count: 1 }), 2 * share)
  tell('from paid to credited, nothing being wrong', [
    ['told by a webhook, median / worst', describe(times.told)],
    ['told by nobody, median / worst', describe(times.untold)],
  ])

  const recorder = await openRecorder(stack)
  const quiet = await startNodes(stack, { count: 1, webhooksTo: recorder.url })
  const forged = await forgeWebhooks(quiet, recorder, { forgeries: 100 * share, seed })
  tell('webhooks that were altered or lie', [
    ['seed', seed],
    [
      'altered, in so many kinds, of so many',
      `${forged.forged}, ${forged.kinds}, ${forged.genuine}`,
    ],
    ['authentic and untrue', forged.lies],
    ['answered, median / worst', describe(forged.answerMs.authentic)],
    ['taken, believed or left behind', none(forged.wrong)],
    ['fault in the books', none(forged.fault)],
  ])
}

async function proveDeliveries(share: number): Promise<void> {
  const seed = Date.now() % 1_000_000
  await using stack = new AsyncDisposableStack()
  const shop = await startNodes(stack, { count: 2 })
  const sent = await deliverUnderFaults(shop, { orders: 20 * share, seed, atOnce: 16 })
  tell('deliveries by faulty providers, two nodes killed with SIGKILL in turn', [
    ['seed', seed],
    ['kills', sent.kills],
    ['orders paid', sent.orders],
    ['delivered / refunded', `${sent.delivered} / ${sent.refunded}`],
    ['of these ended by a person, with a part delivered', `${sent.byPerson}, ${sent.parts}`],
    ['of these refunded because their customer wished so', sent.byCustomer],
    ['of all, those that a second source was asked for', sent.elsewhere],
    ['parcels, sent more than once', `${sent.parcels}, ${sent.sentAgain}`],
    ['products in the books of the seven providers', sent.products],
    ['delivered twice, or both, or neither, or waiting', none(sent.wrong)],
    ['fault in the books', none(sent.fault)],
  ])

  const times = await timeDeliveries(await startNodes(stack, { count: 1 }), 2 * share)
  tell('from paid to the end, nothing being wrong', [
    ['delivered at once by the provider, median / p99', describe(times.delivered, 0.99)],
    ['refused at once by it and refunded, median / p99', describe(times.refunded, 0.99)],
  ])
}

async function provePrograms(share: number): Promise<void> {
  const seed = Date.now() % 1_000_000
  await using stack = new AsyncDisposableStack()
  const shop = await startNodes(stack, { count: 2 })
  const told = await tellPrograms(shop, stack, { orders: 20 * share, seed, atOnce: 8 })
  tell('webhooks to a server that falls down, two nodes killed with SIGKILL in turn', [
    ['seed', seed],
    ['kills of nodes, falls of the server', `${told.kills}, ${told.falls}`],
    ['orders, changes told of', `${told.orders}, ${told.events}`],
    [
      'webhooks taken by two servers, tries beyond the first of each',
      `${told.letters}, ${told.repeated}`,
    ],
    ['changes never heard of, or heard wrongly', none(told.wrong)],
  ])
}

async function proveReseller(share: number): Promise<void> {
  const seed = Date.now() % 1_000_000
  await using stack = new AsyncDisposableStack()
  const shop = await startNodes(stack, { count: 2 })
  const sent = await repeatProgramOrders(shop, { orders: 100 * share, atOnce: 32, seed })
  tell('orders of programs that lose answers and send blindly again, 32 at once, two nodes', [
    ['seed', seed],
    ['orders wanted', sent.orders],
    ['tries, of these without an answer', `${sent.tries}, ${sent.hungUp}`],
    ['orders a second', Math.round(sent.rate)],
    ['until it was known what became of one, median / p99', describe(sent.times, 0.99)],
    ['the same, worst', describe(sent.times)],
    ['lost, doubled, half, or not paid to the paisa', none(sent.wrong)],
    ['fault in the books', none(sent.fault)],
  ])
}

async function proveHistories(count: number): Promise<void> {
  const histories = await playHistories(count, OPERATIONS)
  tell('random histories against a model', [
    [`histories of up to ${OPERATIONS} operations, compared after each`, histories.histories],
    ['transfers in the books afterwards', histories.transfers],
    ['differences', none(histories.failure)],
    ['fault in the books', none(histories.fault)],
  ])
}

function tell(title: string, rows: [string, string | number][]): void {
  const lines = rows.map(([label, figure]) => `| ${label} | ${figure} |`)
  console.log(['', `| ${title} | |`, '| --- | --- |', ...lines].join('\n'))
}

/** What should not be there; anything that is makes the whole run bad. */
function none(found: string | number | null | unknown[]): string {
  const faults = Array.isArray(found) ? found.map(String).join('; ') : found || ''
  if (faults === '') return 'none'
  isGood = false
  return String(faults)
}

function describe(times: number[], share = 1): string {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${Math.round(median)} / ${Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)} ms`
}
