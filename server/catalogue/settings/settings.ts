import type * as contract from '#contract/catalogue/settings.ts'
import type { Settings, ShopSettings } from '#contract/catalogue/settings.ts'
import { RETENTION } from '#contract/core/retention.ts'
import { SHOP_NAME } from '#contract/core/shop.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { lockSettings, findSettings, putSetting } from './sql.ts'

export { dropSetting, lockSettings, findSettings, putSetting, selectHistory } from './sql.ts'

export const DEFAULTS: ShopSettings = {
  shopName: SHOP_NAME,
  supportUrl: '',
  supportEmail: '',
  socialLinks: { instagram: '', facebook: '', youtube: '', x: '', telegram: '', discord: '' },
  legal: { businessName: '', address: '', email: '', taxId: '' },
  tax: { name: 'GST', percent: 0, sac: '998439' },
  ageRule: 'off',
  guestsMayBuy: true,
  documentYears: RETENTION.document.years,
}
const NAMES = Object.keys(DEFAULTS) as (keyof ShopSettings)[]

export const getSettings: Handler<typeof contract.getSettings> = async (ctx) =>
  toSettings(ctx, await readSettings(ctx.sql))

export const editSettings: Handler<typeof contract.editSettings> = (
  ctx,
  { was, ...change },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    const before = await readSettings(tx)
    await refuseStale(tx, { subject: 'settings', was, is: before, caller, now })
    const names = NAMES.filter((name) => change[name] !== undefined)
    for (const name of names) await putSetting(tx, name, change[name], now)
    return {
      action: 'edit settings',
      subject: 'settings',
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: change,
      answer: toSettings(ctx, await readSettings(tx)),
    }
  })

/** Fills in defaults for fields that were added after the settings were saved. */
export async function readSettings(sql: Sql | Tx): Promise<ShopSettings> {
  const { socialLinks, legal, tax, ...rest } = await findSettings<ShopSettings>(sql, NAMES)
  return {
    ...DEFAULTS,
    ...rest,
    socialLinks: { ...DEFAULTS.socialLinks, ...socialLinks },
    legal: { ...DEFAULTS.legal, ...legal },
    tax: { ...DEFAULTS.tax, ...tax },
  }
}

const toSettings = (
  { google, config }: Pick<Context, 'config' | 'google'>,
  editable: ShopSettings,
): Settings => ({
  ...editable,
  isGoogleOffered: google !== null,
  addMoneyMax: config.addMoneyMax,
})
