import * as contract from '#contract/settings.ts'
import { implement } from '#server/http/implement.ts'
import { getSettings } from './settings.ts'

export const settingsRoutes = implement(contract, { getSettings })
