import { setTimeout as sleep } from 'node:timers/promises'
import * as auth from '#contract/accounts/auth.ts'
import { createGameDetail, listGameDetails } from '#contract/orders/players.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { giftBalance, giftForeignBalance } from '#contract/money/wallet.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { createClient, type Client } from './client.ts'

export type Options = {
  shopUrl: string
  sandboxUrl: string
  makeAdmin(email: string): Promise<void>
}

type Opened = { client: Client; account: DemoAccount }

const [ADMIN, ...OTHERS] = DEMO_ACCOUNTS

export async function openAdmin(options: Options): Promise<Client> {
  const client = await openAccount(options, ADMIN!)
  const { role } = await client.call(getUser, {})
  if (role !== ADMIN!.role) await options.makeAdmin(ADMIN!.email)
  return client
}

/** Opens the other accounts, each with its role. */
export async function openOthers(options: Options, admin: Client): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const account of OTHERS) {
    const client = await openAccount(options, account)
    const { _id: id, role } = await client.call(getUser, {})
    if (role !== account.role) await admin.call(editUserAsAdmin, { id, role: account.role })
    opened.push({ client, account })
  }
  return opened
}

/** Saves the players of the accounts. Their games are there by now. */
export async function savePlayers(opened: readonly Opened[]): Promise<void> {
  for (const { client, account } of opened)
    if (account.players) await saveMissing(client, account.players)
}

/** Fills the wallets last, so that each holds exactly what the accounts promise. */
export async function fillWallets(opened: readonly Opened[], admin: Client): Promise<void> {
  for (const { client, account } of opened) {
    const { _id: id } = await client.call(getUser, {})
    if (account.wallet) await fillWallet(admin, id, account.wallet)
  }
}

async function saveMissing(
  client: Client,
  players: NonNullable<DemoAccount['players']>,
): Promise<void> {
  const { gameDetail } = await client.call(listGameDetails, {})
  const there = new Set(gameDetail.map(({ gameSlug, playerId }) => `${gameSlug} ${playerId}`))
  for (const player of players)
    if (!there.has(`${player.gameSlug} ${player.playerId}`))
      await client.call(createGameDetail, { ...player, itemSlug: '' })
}

/** A gift's idempotency key never expires, so repeated loads give it once. */
async function fillWallet(
  admin: Client,
  userId: string,
  { rupees, dollars }: NonNullable<DemoAccount['wallet']>,
): Promise<void> {
  const idempotencyKey = `demo-wallet-${userId}`
  await admin.call(giftBalance, { userId, amount: rupees, idempotencyKey })
  await admin.call(giftForeignBalance, { userId, amount: dollars, idempotencyKey })
}

async function openAccount(options: Options, account: DemoAccount): Promise<Client> {
  const client = createClient(options.shopUrl)
  await enter(client, account)
  if (!(await client.call(getUser, {})).isEmailVerified) await proveEmail(client, options, account)
  const { isPhoneVerified } = await client.call(getUser, {})
  if (account.isPhoneVerified && !isPhoneVerified) await provePhone(client, options, account)
  return client
}

async function enter(
  client: Client,
  { fullName, email, phone, password }: DemoAccount,
): Promise<void> {
  const signedUp = await client.attempt(auth.signup, { fullName, email, phone, password })
  client.use(signedUp ?? (await client.call(auth.login, { email, password })))
}

async function proveEmail(client: Client, options: Options, { email }: DemoAccount): Promise<void> {
  const since = new Date()
  const q = await client.call(auth.sendEmailOtp, {})
  const code = await readCode(options, { to: email, since })
  await client.call(auth.verifyOwnEmail, { q, code })
}

async function provePhone(client: Client, options: Options, { phone }: DemoAccount): Promise<void> {
  const since = new Date()
  const q = await client.call(auth.sendOtp, { phone })
  const code = await readCode(options, { to: phone, since })
  client.use(await client.call(auth.verifyPhone, { q, code }))
}

type Message = { text: string; at: string }

async function readCode(
  { sandboxUrl }: Options,
  { to, since }: { to: string; since: Date },
): Promise<string> {
  const TRIES_MAX = 200
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const response = await fetch(`${sandboxUrl}/inbox?to=${encodeURIComponent(to)}`)
    const messages = (await response.json()) as Message[]
    const codes = messages
      .filter(({ at }) => new Date(at) >= since)
      .map(({ text }) => /^(\d{4})(?: is your|$)/m.exec(text)?.[1])
    const code = codes.find((one) => one !== undefined)
    if (code) return code
    await sleep(50)
  }
  throw new Error(`No code came to ${to}`)
}
