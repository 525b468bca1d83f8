import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, login } from '#contract/accounts/auth.ts'
import { PASSWORD, signUp } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { isCommon } from './common-passwords.ts'

test('common passwords are recognised in any spelling, and so is the shop’s name', () => {
  const common = [
    '123456',
    'password',
    'PassWord',
    'P@ssw0rd',
    'qwertyuiop',
    'iloveyou',
    '1qaz2wsx',
  ]
  for (const one of [...common, 'Gemstall@123', 'gemstall', 'DiAmOnDs!1'])
    assert.ok(isCommon(one), one)
  for (const one of ['oblong umbra', PASSWORD, 'gemstall is my third shop', 'Zq8!vv-uK'])
    assert.ok(!isCommon(one), one)
})

test('a common password is refused, and the old password stays', async (t) => {
  const shop = await openShop(t, { env: { COMMON_PASSWORDS: 'refused' } })
  const asha = await signUp(shop, 'Asha Rao')
  for (const newPassword of ['123456', 'P@ssw0rd', 'Gemstall@123']) {
    const { status, code, errors } = await asha.call(changePassword, { newPassword })
    assert.deepEqual([status, code, errors[0]!.field], [400, 'COMMON_PASSWORD', 'newPassword'])
  }
  const { email } = asha
  assert.equal((await shop.visitor.call(login, { email, password: PASSWORD })).status, 200)
})
