import type * as contract from '#contract/settings.ts'
import type { Settings } from '#contract/settings.ts'
import { SHOP_NAME } from '#contract/shop.ts'
import { changeContent } from '#server/audit/change-content.ts'
import { refuseStale } from '#server/audit/refuse-stale.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { lockSettings, selectSettings, upsertSetting } from './sql.ts'

export {
  deleteSetting as dropSetting,
  lockSettings,
  selectSettings as findSettings,
  upsertSetting as putSetting,
} from './sql.ts'

type Handle = Handlers<typeof contract>
type Editable = Omit<Settings, 'isGoogleOffered' | 'addMoneyMax'>

const DEFAULTS: Editable = {
  shopName: SHOP_NAME,
  supportUrl: '',
  supportEmail: '',
  socialLinks: { instagram: '', facebook: '', youtube: '', x: '', telegram: '', discord: '' },
  legal: { businessName: '', address: '', email: '', taxId: '' },
  tax: { name: 'GST', percent: 0 },
}
const NAMES = Object.keys(DEFAULTS) as (keyof Editable)[]

export const getSettings: Handle['getSettings'] = async (ctx) =>
  toSettings(ctx, await readEditable(ctx.sql))

export const editSettings: Handle['editSettings'] = (ctx, { was, ...change }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    const before = await readEditable(tx)
    await refuseStale(tx, { subject: 'settings', was, is: before, caller, now })
    const names = NAMES.filter((name) => change[name] !== undefined)
    for (const name of names) await upsertSetting(tx, name, change[name], now)
    return {
      action: 'edit settings',
      subject: 'settings',
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: change,
      answer: toSettings(ctx, await readEditable(tx)),
    }
  })

/** What was saved before a setting got another field has that field as it is by default. */
async function readEditable(sql: Sql | Tx): Promise<Editable> {
  const { socialLinks, legal, tax, ...rest } = await selectSettings<Editable>(sql, NAMES)
  return {
    ...DEFAULTS,
    ...rest,
    socialLinks: { ...DEFAULTS.socialLinks, ...socialLinks },
    legal: { ...DEFAULTS.legal, ...legal },
    tax: { ...DEFAULTS.tax, ...tax },
  }
}

const toSettings = ({ google, config }: Context, editable: Editable): Settings => ({
  ...editable,
  isGoogleOffered: google !== null,
  addMoneyMax: config.addMoneyMax,
})
