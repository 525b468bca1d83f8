import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { beginApp, beginPasskey } from '#contract/accounts/second-factor.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { askByEmail } from '#tests/support/accounts/codes.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('a renamed shop has its new name in mails, authenticators, passkeys and the API description', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await admin.call(editSettings, { shopName: 'Ruby & Sons' })

  const { code } = await askByEmail(shop, admin.email)
  const mail = await shop.inbox.find(admin.email, `${code} is your Ruby & Sons code`)
  assert.match(mail.from!, /^"?Ruby & Sons"? <[^>]+@[^>]+>$/)
  assert.match(mail.text, /\n\nRuby & Sons\s*$/)

  const app = await admin.call(beginApp, { password: admin.password })
  assert.equal(new URL(app.data.uri).searchParams.get('issuer'), 'Ruby & Sons')
  const passkey = await admin.call(beginPasskey, { password: admin.password })
  assert.equal((passkey.data['rp'] as { name: string }).name, 'Ruby & Sons')

  const titleOf = async (path: string) => {
    const headers = { authorization: `Bearer ${admin.tokens.accessToken}` }
    const response = await fetch(`${shop.url}${path}`, { headers })
    return ((await response.json()) as { info: { title: string } }).info.title
  }
  assert.equal(await titleOf('/api-docs/internal.json'), 'Ruby & Sons')
  await admin.call(editSettings, { shopName: 'Opal' })
  assert.equal(await titleOf('/api-docs/internal.json'), 'Opal')
})

test('no screen or mail hard-codes the shop’s name', () => {
  const spelled = [
    'web',
    'server/platform/mail',
    'server/backoffice/announcements',
    'server/accounts/second-factor',
  ]
    .flatMap((folder) => listFiles(join(ROOT, folder)))
    .filter((path) => /\bGemstall\b|\bSHOP_NAME\b/.test(readFileSync(path, 'utf8')))
  assert.deepEqual(spelled, [])
})

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
