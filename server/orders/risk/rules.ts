import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type * as contract from '#contract/orders/risk.ts'
import { RiskPreview, type RiskRule } from '#contract/orders/risk.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { previewRule } from './preview.ts'
import * as rows from './sql.ts'

const RULES_MAX = 50

export const listRiskRules: Handler<typeof contract.listRiskRules> = async ({ sql }) => ({
  rules: (await rows.selectRules(sql)).map(toRule),
})

export const createRiskRule: Handler<typeof contract.createRiskRule> = (
  ctx,
  input,
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await rows.lockRules(tx)
    if ((await rows.countRules(tx)) >= RULES_MAX) throw new Refusal('TOO_MANY_RISK_RULES')
    const id = randomUUIDv7()
    await rows.insertRule(tx, { id, ...input, createdAt: now, updatedAt: now })
    const answer = await getRule(tx, id)
    return {
      action: 'create risk rule',
      subject: `risk rule ${id}`,
      before: null,
      after: input,
      answer,
    }
  })

export const editRiskRule: Handler<typeof contract.editRiskRule> = (
  ctx,
  { id, ...after },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { name, outcome, conditions } = await lockRule(tx, id)
    const isSame = isDeepStrictEqual([outcome, conditions], [after.outcome, after.conditions])
    const off = isSame ? {} : { isLive: false, preview: null }
    await rows.updateRule(tx, id, { ...after, ...off, updatedAt: now })
    const before = { name, outcome, conditions }
    const answer = await getRule(tx, id)
    return { action: 'edit risk rule', subject: `risk rule ${id}`, before, after, answer }
  })

/** The preview is kept only if the rule has not changed while it ran. */
export const previewRiskRule: Handler<typeof contract.previewRiskRule> = async (ctx, { id }) => {
  const rule = await rows.selectRule(ctx.sql, id)
  if (!rule) throw new Refusal('NO_SUCH_RISK_RULE')
  const preview = RiskPreview.encode(await previewRule(ctx, rule))
  return ctx.sql.begin(async (tx) => {
    const current = await lockRule(tx, id)
    if (current.updatedAt.getTime() !== rule.updatedAt.getTime())
      throw new Refusal('CHANGED_MEANWHILE')
    await rows.updateRule(tx, id, { preview: preview as never })
    return getRule(tx, id)
  })
}

export const switchRiskRule: Handler<typeof contract.switchRiskRule> = (
  ctx,
  { id, isLive },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const rule = await lockRule(tx, id)
    if (isLive && !rule.preview) throw new Refusal('RISK_RULE_NOT_PREVIEWED')
    await rows.updateRule(tx, id, { isLive, updatedAt: now })
    return {
      action: 'switch risk rule',
      subject: `risk rule ${id}`,
      before: { isLive: rule.isLive },
      after: { isLive },
      answer: await getRule(tx, id),
    }
  })

export const deleteRiskRule: Handler<typeof contract.deleteRiskRule> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx) => {
    const { name, outcome, conditions, isLive } = await lockRule(tx, id)
    await rows.deleteRule(tx, id)
    const before = { name, outcome, conditions, isLive }
    return {
      action: 'delete risk rule',
      subject: `risk rule ${id}`,
      before,
      after: null,
      answer: null,
    }
  })

async function lockRule(tx: Tx, id: string): Promise<rows.RuleRow> {
  const rule = await rows.lockRule(tx, id)
  if (!rule) throw new Refusal('NO_SUCH_RISK_RULE')
  return rule
}

const getRule = async (sql: Sql | Tx, id: string): Promise<RiskRule> =>
  toRule((await rows.selectRule(sql, id))!)

const toRule = ({ id, updatedAt, preview, ...rule }: rows.RuleRow): RiskRule => ({
  _id: id,
  ...rule,
  preview: preview && RiskPreview.decode(preview as never),
  updatedAt: updatedAt.toISOString(),
})
