import { API_BASE } from '#contract/core/endpoint.ts'
import { forgotPassword, login, loginOtp, signup } from '#contract/accounts/auth.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { comeBack, leaveForGoogle } from '#tests/support/accounts/google.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { createPerson, newEmail, newPhone, signUp } from '#tests/support/accounts/people.ts'
import { sendLines } from '#tests/support/calls/raw.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { Collector } from './collect-secrets.ts'
import { untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

const newPassword = () => `S3cret!${newPhone()}`

/** Makes everything fail while it handles secrets: outside services, the database, and malformed requests. */
export async function failWithSecrets(setup: ChaosSetup, collector: Collector): Promise<void> {
  await failOutside(setup)
  await failInside(setup)
  for (const url of setup.urls) await sendBadly(url, collector)
}

async function failOutside(setup: ChaosSetup): Promise<void> {
  const url = setup.urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const { url: away, cookie } = await leaveForGoogle({ url })
  const back = await signIn(away, { email: newEmail('asha') })
  await breakOutside(setup, { target: 'all', kind: 'error' })
  await comeBack({ url }, back, cookie)
  const visitor = createPerson(url)
  const member = await signUp({ url }, 'Ravi Kumar')
  await visitor.call(forgotPassword, { email: member.email })
  await visitor.call(loginOtp, { phone: member.phone })
  for (const active of UPI_GATEWAYS) {
    await admin.call(choosePaymentGateway, { active })
    await member.call(addMoney, { amount: 500_00 })
  }
  await untilIdle(setup.sql)
  await mendOutside(setup)
}

/** PostgreSQL quotes a rejected row in its error. */
async function failInside({ urls, sql }: ChaosSetup): Promise<void> {
  await sql.unsafe('alter table users add constraint never check (false) not valid')
  const newcomer = { fullName: 'Asha Rao', email: newEmail('asha'), phone: newPhone() }
  await createPerson(urls[0]!).call(signup, { ...newcomer, password: newPassword() })
  await sql.unsafe('alter table users drop constraint never')
}

/** Sends secrets in wrong places or in unreadable requests, because an error may quote what it failed to parse. */
async function sendBadly(url: string, collector: Collector): Promise<void> {
  const password = newPassword()
  collector.add('password', password)
  const visitor = createPerson(url)
  const path = `${API_BASE}/auth/login`
  const email = newEmail('asha')
  await visitor.send('POST', path, { email, password, pin: password })
  await visitor.send('POST', path, { email: password, password })
  await visitor.send('POST', path, { email, password: [password] })
  await visitor.send('POST', `${path}/${password}`, { email, password })
  await visitor.send('GET', `${path}?email=${email}&password=${password}`)
  await visitor.send('GET', `${API_BASE}/auth/verify-email?q=${password}&code=${password}`)
  await visitor.send('POST', `${API_BASE}/callback/unipin/${password}`, {})
  await visitor.call(login, { email, password })
  const json = ['content-type: application/json']
  for (const body of [`{"password": ${password}}`, `{"password": "${password}`, password])
    await sendLines(url, `POST ${path}`, json, body)
  await sendLines(url, `POST ${path}`, [`content-type: text/${password}`], password)
  await sendLines(url, `POST ${path}`, [...json, `authorization: Bearer ${password}`], '{}')
  await sendLines(url, `GET ${path}?%E0%A4%A=${password}`, [`cookie: gemstall_google=${password}`])
  await sendLines(url, `GET /%E0%A4%A/${password}`, [`x-api-key: ${password}`])
  await sendLines(url, `${password} /`, [`${password}: ${password}`])
}
