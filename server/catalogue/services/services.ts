import type * as contract from '#contract/catalogue/services.ts'
import type { Service } from '#contract/catalogue/services.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { findSettings, lockSettings, putSetting } from '#server/catalogue/settings/settings.ts'

type Offered = Partial<Record<Service['name'], boolean>>

const SERVICES: Omit<Service, 'isOffered'>[] = [
  { name: 'api', title: 'API Services', group: 'upcoming' },
  { name: 'currency', title: 'Add One more Currency', group: 'new' },
  { name: 'game', title: 'Add One more Game', group: 'new' },
  { name: 'region', title: 'Check Region', group: 'new' },
]

export const listServices: Handler<typeof contract.listServices> = async ({ sql }) =>
  toServices(await readOffered(sql))

export const listPackSuppliers: Handler<typeof contract.listPackSuppliers> = async ({
  connectors,
}) =>
  connectors.suppliers
    .values()
    .flatMap(({ title, site }) => (site ? [{ title, site }] : []))
    .toArray()

export const editServices: Handler<typeof contract.editServices> = (
  ctx,
  { services },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    const before = await readOffered(tx)
    const change = Object.fromEntries(services.map(({ name, isOffered }) => [name, isOffered]))
    const after: Offered = { ...before, ...change }
    await putSetting(tx, 'services', after, now)
    return {
      action: 'edit services',
      subject: 'services',
      before: nameOffered(before),
      after: nameOffered(after),
      answer: toServices(after),
    }
  })

async function readOffered(sql: Sql | Tx): Promise<Offered> {
  const { services } = await findSettings<{ services: Offered }>(sql, ['services'])
  return services ?? {}
}

/** Services are offered until an administrator turns them off. */
const toServices = (offered: Offered): Service[] =>
  SERVICES.map((service) => ({ ...service, isOffered: offered[service.name] ?? true }))

const nameOffered = (offered: Offered): Offered =>
  Object.fromEntries(toServices(offered).map(({ name, isOffered }) => [name, isOffered]))
