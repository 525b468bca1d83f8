import type { Right, Role } from '#contract/core/endpoint.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { signUp, type Member } from './people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

type Deps = Pick<TestShop, 'url' | 'sql'>

/** Marks an email as verified, as if its owner had typed the code. */
export const proveEmail = ({ sql }: Pick<Deps, 'sql'>, { id }: Pick<Member, 'id'>) => sql`
  update users set is_email_verified = true where id = ${id}`

type Promotion = { member: Member; role: Role; rights?: Right[] }

/** Gives a member a role as an administrator, after verifying the email that it requires. */
export async function promote(
  shop: Pick<Deps, 'sql'>,
  admin: Member,
  { member, ...permissions }: Promotion,
): Promise<void> {
  await proveEmail(shop, member)
  const { status, message } = await admin.call(editUserAsAdmin, { id: member.id, ...permissions })
  if (status !== 200) throw new Error(message)
}

export async function makeStaff(
  shop: Deps,
  admin: Member,
  { name, rights }: { name: string; rights: Right[] },
): Promise<Member> {
  const member = await signUp(shop, name)
  await promote(shop, admin, { member, role: 'staff', rights })
  return member
}
