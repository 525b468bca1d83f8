import * as contract from '#contract/accounts/second-factor.ts'
import { implement } from '#server/platform/http/implement.ts'
import { addApp, beginApp } from './apps.ts'
import { addPasskey, askPasskey, beginPasskey, confirmByPasskey } from './passkeys.ts'
import { confirmByCode, deleteFactor, getSecondFactor, makeRecoveryCodes } from './second-factor.ts'

export const secondFactorRoutes = implement(contract, {
  getSecondFactor,
  beginApp,
  addApp,
  beginPasskey,
  addPasskey,
  deleteFactor,
  makeRecoveryCodes,
  confirmByCode,
  askPasskey,
  confirmByPasskey,
})
