import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { login } from '#contract/accounts/auth.ts'
import { editUserAsAdmin, findUser } from '#contract/accounts/users.ts'
import { codeAt } from '#tests/support/accounts/factors.ts'
import {
  logIn as logInThroughApi,
  signUp,
  signUpAdmin,
  type Member,
} from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  follow,
  navigate,
  newCustomer,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'
import { addPasskeyDevice } from '#tests/e2e/support/passkey-device.ts'

const journey = inOneShop(async () => {})

const AFTER_CONFIRMATION_MS = 11 * 60_000
const STEP_MS = 30_000

journey(
  'an administrator sets up an app and a passkey, signs in with one, and confirms a gift with the other',
  { expects: [REFUSED] },
  async ({ page, shop }) => {
    const admin = await signUpAdmin(shop)
    const bala = await signUp(shop, 'Bala Iyer')
    await addPasskeyDevice(page)
    await signInAs(page, admin)
    await page.goto('/admin/security')
    const secret = await addApp(page, admin)
    await addPasskey(page)
    await axe(page)

    await signInAs(page, await logInThroughApi(admin))
    await page.goto('/admin/home')
    await expect(page.getByRole('heading', { name: "Confirm that it's you" })).toBeVisible()
    await axe(page)
    await fill(page, { 'Code from your authenticator app': '000000' })
    await press(page, 'Confirm')
    await expectFieldError(
      page,
      'Code from your authenticator app',
      'This code is wrong or was used before. Please try another',
    )
    shop.wait(STEP_MS)
    const code = codeAt(secret, new Date(Date.now() + STEP_MS))
    await fill(page, { 'Code from your authenticator app': code })
    await press(page, 'Confirm')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

    await gift(page, { shop, bala })
    assert.equal((await admin.call(findUser, { id: bala.id })).code, undefined)
    assert.equal((await admin.call(findUser, { id: bala.id })).data.balance, 12_00)
    await navigate(page, '/admin/security')
    await press(page, 'Remove This laptop')
    await press(page.getByRole('alertdialog', { name: 'Remove This laptop?' }), 'Remove')
    await expectToast(page, 'Second factor removed')
    await expect(page.getByRole('list', { name: 'Your second factors' })).not.toContainText(
      'laptop',
    )
  },
)

async function addApp(page: Page, { password }: Member): Promise<string> {
  await press(page, 'Add authenticator app')
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await fill(page, { 'Your password': 'Wr0ng!pass' })
  await press(dialog, 'Continue')
  await expectFieldError(page, 'Your password', 'This password is wrong. Please try again')
  await expectToast(page, 'This password is wrong. Please try again')
  await fill(page, { 'Your password': password })
  await press(dialog, 'Continue')
  await axe(page)
  const shown = await dialog.getByTitle('Copy the secret').innerText()
  const secret = shown.split('\n')[0]!.replaceAll(' ', '')
  await fill(page, { 'Code from the app': codeAt(secret, new Date()) })
  await press(dialog, 'Add')
  await expectToast(page, 'Authenticator app added')
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await axe(page)
  const loading = page.waitForEvent('download')
  await follow(codes, 'Download')
  assert.equal((await loading).suggestedFilename(), 'recovery-codes.txt')
  await press(codes, 'I’ve saved them')
  return secret
}

/** The existing factor was shown a moment ago, so it is not asked for again. */
async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Add passkey')
  await fill(page, { Name: 'This laptop' })
  await press(page.getByRole('dialog', { name: 'Add a passkey' }), 'Add')
  await expectToast(page, 'Passkey added')
  const list = page.getByRole('list', { name: 'Your second factors' })
  await expect(list).toContainText('This laptopPasskey')
}

type Setup = { shop: TestShop; bala: Member }

/** Cancelling the second factor keeps the typed values. Confirming it sends them once. */
async function gift(page: Page, { shop, bala }: Setup): Promise<void> {
  await page.goto(`/admin/user?search=${bala.email}`)
  await press(page, 'Edit Bala Iyer')
  await fill(page, { Amount: '12', Reason: 'Thanks' })
  await press(page, 'Continue')
  shop.wait(AFTER_CONFIRMATION_MS)
  await press(page, 'Add ₹12.00')
  const asked = page.getByRole('dialog', { name: "Confirm that it's you" })
  await expect(asked.getByRole('button', { name: 'Use your passkey' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expectToast(page, 'Please confirm that it’s you. Nothing was changed')
  await press(page, 'Add ₹12.00')
  await press(asked, 'Use your passkey')
  await expectToast(page, 'Added ₹12.00 to Bala Iyer’s wallet')
}

journey(
  'an invited person signs up, verifies their email and becomes staff',
  { screen: 'phone' },
  async ({ page, shop, openAnotherBrowser }) => {
    const admin = await signUpAdmin(shop)
    const hari = newCustomer('Hari Help')
    await signInAs(page, admin)
    await page.goto('/admin/user')
    await press(page, 'Invite staff')
    const dialog = page.getByRole('dialog', { name: 'Invite staff' })
    await press(dialog, 'Send invitation')
    await expect(dialog).toContainText('Choose at least one right')
    await field(dialog, 'Email').fill(hari.Email)
    await dialog.getByLabel('Support').check()
    await axeInBothLayouts(page)
    await press(dialog, 'Send invitation')
    await expectToast(page, 'Invitation sent')
    await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(hari.Email)

    const otherPage = await openAnotherBrowser()
    await otherPage.goto(await readInvitationLink(shop, hari.Email))
    await expect(otherPage.getByText('This invitation is for')).toContainText(hari.Email)
    await axeInBothLayouts(otherPage)
    await follow(otherPage, 'Sign up')
    await fill(otherPage, hari)
    await press(otherPage, 'Sign up')
    await press(otherPage, 'Send code')
    await fill(otherPage, { OTP: await shop.inbox.readCode(hari.Email, 0) })
    await press(otherPage, 'Verify email')
    await press(otherPage, 'Accept invitation')
    await expectToast(otherPage, 'You can open the back office now')
    await otherPage.waitForURL('/admin/issue')
    await expect(otherPage.getByRole('heading', { name: 'Issues', exact: true })).toBeVisible()
    const known = { email: hari.Email, password: hari.Password }
    assert.equal((await shop.visitor.call(login, known)).status, 200) // the password from signing up still works
  },
)

async function readInvitationLink({ inbox }: TestShop, email: string): Promise<string> {
  const find = async () =>
    (await inbox.read(email)).flatMap(({ text }) => /\/invitation\?token=[\w-]+/.exec(text) ?? [])
  await until('the invitation has come', async () => (await find()).length > 0)
  return (await find())[0]!
}

journey(
  'staff with two rights see and use exactly those',
  { screen: 'desktop' },
  async ({ page, shop, openAnotherBrowser }) => {
    const admin = await signUpAdmin(shop)
    const ravi = await signUp(shop, 'Ravi Kumar')
    await signInAs(page, admin)
    await page.goto(`/admin/user?search=${ravi.email}`)
    await press(page, 'Edit Ravi Kumar')
    const dialog = page.getByRole('dialog', { name: 'Ravi Kumar' })
    await expect(field(dialog, 'Role')).toBeDisabled()
    await expect(dialog).toContainText('This email isn’t verified yet')
    await proveEmail(shop, ravi)
    await page.reload()
    await press(page, 'Edit Ravi Kumar')
    await field(dialog, 'Role').selectOption('Staff')
    await dialog.getByLabel('Customers').check()
    await dialog.getByLabel('Support').check()
    await axeInBothLayouts(page)
    await press(dialog, 'Save')
    await expectToast(page, 'User updated')

    const otherPage = await openAnotherBrowser()
    await signInAs(otherPage, ravi)
    await otherPage.goto('/')
    await otherPage.getByRole('button', { name: 'account of Ravi Kumar' }).click()
    await otherPage.getByRole('menuitem', { name: 'Admin panel' }).click()
    await otherPage.waitForURL('/admin/user')
    const screens = otherPage.getByRole('navigation', { name: 'Back office' }).getByRole('link')
    await expect(screens).toHaveText(['Users', 'Recovery', 'Issues', 'Tasks', 'Security'])
    await navigate(otherPage, '/admin/order')
    await expect(otherPage.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await axeInBothLayouts(otherPage)
    await follow(otherPage, 'Go to the start page')
    await otherPage.waitForURL('/admin/user')

    const asha = await signUp(shop, 'Asha Rao')
    await navigate(otherPage, `/admin/user?search=${asha.email}`)
    await press(otherPage, 'Edit Asha Rao')
    const edited = otherPage.getByRole('dialog', { name: 'Asha Rao' })
    await expect(edited.getByLabel('Role')).toHaveCount(0)
    await expect(edited.getByLabel('Reason')).toHaveCount(0)
    await field(edited, 'State').selectOption('Blocked')
    await press(edited, 'Save')
    await expectToast(otherPage, 'User updated')
    await admin.call(editUserAsAdmin, { id: ravi.id, rights: ['support'] })
    await otherPage.goto('/admin')
    await otherPage.waitForURL('/admin/issue')
    await expect(otherPage.getByRole('heading', { name: 'Issues', exact: true })).toBeVisible()
    await expect(screens).toHaveText(['Issues', 'Tasks', 'Security'])
  },
)
