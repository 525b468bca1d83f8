import type { Input } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import { MANUAL, type SupplierName } from '#contract/catalogue/sources.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import { refuseUnknown, toAudit } from '#server/platform/company-accounts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccounts } from './account-sql.ts'
import { refuseUnusable } from './account-rules.ts'
import { companyOf, getAccount, getConnector, putCredentials } from './accounts.ts'
import { putLowBelow, readAnew } from './balances.ts'
import {
  deleteUnitCost,
  selectUnitCosts,
  upsertUnitCost,
} from '#server/suppliers/prices/cost-sql.ts'
import { fromRupees } from '#server/suppliers/prices/costs.ts'
import { listSources } from './list-sources.ts'

type Change = Omit<Input<typeof contract.editSupplier>, 'name'>
type Sides = { before: object; after: object }

export const editSupplier: Handler<typeof contract.editSupplier> = async (
  ctx,
  { name, ...change },
  caller,
  visit,
) => {
  if (name === MANUAL) throw new Refusal('NOTHING_TO_SET_UP')
  const connector = getConnector(ctx, name)
  refuseUnknown(companyOf(connector), change.credentials ?? {})
  refuseUnusable(ctx, connector, change.credentials ?? {})
  await changeContent(ctx, { caller, visit }, async (tx) => {
    await lockAccounts(tx)
    const sides = [
      await editCredentials(ctx, tx, connector, change),
      await editLowBelow(ctx, tx, name, change),
      await editUnitCosts(ctx, tx, name, change),
    ]
    return {
      action: 'edit source',
      subject: `source ${name}`,
      before: Object.assign({}, ...sides.map(({ before }) => before)) as object,
      after: Object.assign({}, ...sides.map(({ after }) => after)) as object,
      answer: null,
    }
  })
  return (await listSources(ctx)).find((source) => source.name === name)!
}

const UNTOUCHED: Sides = { before: {}, after: {} }

async function editCredentials(
  ctx: Pick<Context, 'keys' | 'now' | 'log' | 'config' | 'connectors'>,
  tx: Tx,
  connector: SupplierConnector,
  { credentials: change }: Change,
): Promise<Sides> {
  if (!change) return UNTOUCHED
  const before = await getAccount(ctx, tx, connector)
  await putCredentials(ctx, tx, connector, { before, change })
  const { credentials: after } = await getAccount(ctx, tx, connector)
  const sides = toAudit(companyOf(connector), before.credentials, after)
  if (sides.after.changed.length > 0) await readAnew(ctx, tx, connector.name)
  return sides
}

async function editLowBelow(
  ctx: Pick<Context, 'now' | 'connectors'>,
  tx: Tx,
  name: SupplierName,
  { lowBelow }: Change,
): Promise<Sides> {
  if (lowBelow === undefined) return UNTOUCHED
  const before = await putLowBelow(ctx, tx, name, lowBelow)
  return { before: { lowBelow: before }, after: { lowBelow } }
}

async function editUnitCosts(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  name: SupplierName,
  { unitCosts }: Change,
): Promise<Sides> {
  if (!unitCosts) return UNTOUCHED
  const known = (await selectUnitCosts(tx)).filter(({ supplier }) => supplier === name)
  const before = unitCosts.map(({ currency }) => {
    const row = known.find((one) => one.currency === currency)
    return { currency, rupees: row ? Number(row.paise) / 100 : null }
  })
  for (const { currency, rupees } of unitCosts)
    if (rupees === null) await deleteUnitCost(tx, { supplier: name, currency })
    else {
      const paise = fromRupees(rupees)
      await upsertUnitCost(tx, { supplier: name, currency, paise, updatedAt: ctx.now() })
    }
  return { before: { unitCosts: before }, after: { unitCosts } }
}
