import * as contract from '#contract/accounts/users.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editUserAsAdmin, findUser, listUsers, pickUsers } from './admin.ts'
import { editUser, getUser } from './profile.ts'

export const userRoutes = implement(contract, {
  getUser,
  editUser,
  listUsers,
  pickUsers,
  findUser,
  editUserAsAdmin,
})
