import * as contract from '#contract/catalogue/settings.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editSettings, getSettings } from './settings.ts'
import { editWebsite, getWebsite } from './website.ts'

export const settingsRoutes = implement(contract, {
  getSettings,
  editSettings,
  getWebsite,
  editWebsite,
})
