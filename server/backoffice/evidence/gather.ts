import { toDecimal, writeHundredths, type Currency } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { selectSessions } from './session-sql.ts'
import * as rows from './sql.ts'

const SESSIONS_MAX = 20
const SPENT_MAX = 50

export type EvidenceDeps = Pick<Context, 'sql' | 'now' | 'config' | 'settings' | 'connectors'>

export type Evidence = Awaited<ReturnType<typeof gatherEvidence>>

/** Collects what the shop knows about a purchase. Amounts are decimal, times in UTC. */
export async function gatherEvidence(ctx: EvidenceDeps, subject: rows.Subject) {
  const { sql } = ctx
  const { userId, orderId, at } = subject
  const payments = await rows.selectPayments(sql, subject)
  const keys = payments.map((one) => `payment:${one.gateway}:${one.gatewayPaymentId}`)
  const [customer, order, disputes, dispatches, events, consents, sessions, lines, earlier] =
    await Promise.all([
      rows.selectCustomer(sql, userId),
      orderId ? rows.selectOrder(sql, orderId) : null,
      rows.selectDisputes(
        sql,
        payments.map(({ id }) => id),
      ),
      orderId ? rows.selectDispatches(sql, orderId) : [],
      orderId ? rows.selectEvents(sql, orderId) : [],
      rows.selectConsents(sql, userId),
      selectSessions(sql, { userId, at, max: SESSIONS_MAX }),
      rows.selectLines(sql, subject, keys),
      rows.countEarlier(sql, subject),
    ])
  const spent = orderId ? [] : await rows.selectSpent(sql, subject, SPENT_MAX)
  const last = lines.at(-1)?.transfer
  const seal = last === undefined ? null : await rows.findSeal(sql, last)
  const { shopName, legal } = await ctx.settings()
  return {
    format: 'gemstall-evidence-1',
    madeAt: ctx.now(),
    shop: { name: shopName, business: legal.businessName, url: ctx.config.publicUrl },
    customer,
    earlierPurchases: earlier,
    order: order && { ...order, amount: toDecimal(order.amount, order.currency) },
    payments: payments.map(({ id: _id, gateway, ...one }) => ({
      gateway: titleOf(ctx, gateway),
      ...one,
      amount: writeHundredths(one.amount),
    })),
    disputes: disputes.map(({ gateway, ...one }) => ({
      gateway: titleOf(ctx, gateway),
      ...one,
      amount: writeHundredths(one.amount),
    })),
    deliveries: [...dispatches],
    timeline: [...events],
    consents: [...consents],
    sessions: [...sessions],
    statement: lines.map(({ transfer: _transfer, ...line }) => ({
      ...line,
      amount: decimalOf(line.amount, line.currency),
      balance: decimalOf(line.balance, line.currency),
    })),
    spentOn: spent.map((one) => ({ ...one, amount: decimalOf(one.amount, one.currency) })),
    seal,
  }
}

const decimalOf = (minor: number, currency: Currency): string => toDecimal(minor, currency)
