// MSG91, which sends one-time codes by SMS. Like the real one, it reads parameters only from the query, because a body
// holds template variables. It answers 200 even to refusals; `type` has the verdict.
import { randomBytes } from 'node:crypto'
import { MSG91 } from '#sandbox/credentials.ts'
import { REPLY_FAULTS } from '#sandbox/faults.ts'
import { json, NO_ANSWER, type Fields, type Handler } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'

const NAME = 'sms'
const LENGTH_DEFAULT = 4
const EXPIRY_DEFAULT = 15
const EXPIRY_MAX = 1_440

export const sms = ({ inbox, faults }: SandboxDeps): Player => {
  const sendCode: Handler = async ({ url, headers, readText, readFields }) => {
    const isReadable = (await readText()) === '' || (await readFields()) !== undefined
    const fields = { authkey: headers['authkey'], ...Object.fromEntries(url.searchParams) }
    const outcome = await faults.suffer(NAME, async () => {
      const problem = isReadable ? findProblem(fields) : 'Invalid request body'
      if (problem) return { type: 'error', message: problem }
      inbox.put({ channel: 'sms', to: phoneOf(fields), subject: '', text: toText(fields) })
      return { type: 'success', request_id: randomBytes(12).toString('hex') }
    })
    if (outcome.is === 'dropped') return NO_ANSWER
    if (outcome.is === 'done') return json(outcome.value)
    return json({ type: 'error', message: 'Internal server error' }, 500)
  }

  return {
    name: NAME,
    title: 'SMS (MSG91)',
    faults: REPLY_FAULTS,
    routes: { 'POST /api/v5/otp': sendCode },
  }
}

function findProblem(fields: Fields): string | undefined {
  const { authkey, template_id, mobile, otp } = fields
  const length = Number(fields['otp_length'] ?? LENGTH_DEFAULT)
  const expiry = expiryOf(fields)
  if (authkey !== MSG91.authKey) return 'Authentication failure'
  if (!template_id) return 'Template ID missing'
  if (template_id !== MSG91.templateId) return 'Invalid template ID'
  if (!/^91\d{10}$/.test(String(mobile ?? ''))) return 'Invalid mobile number'
  if (!/^\d{4,9}$/.test(String(otp ?? ''))) return 'OTP must be 4 to 9 digits'
  if (String(otp).length !== length) return 'OTP does not have the length of otp_length'
  if (!Number.isInteger(expiry) || expiry < 1 || expiry > EXPIRY_MAX) return 'Invalid OTP expiry'
  return undefined
}

const expiryOf = ({ otp_expiry }: Fields) => Number(otp_expiry ?? EXPIRY_DEFAULT)
const phoneOf = ({ mobile }: Fields) => String(mobile).slice(2)

/** Must match the registered template word for word, because operators drop other texts. */
const toText = (fields: Fields) =>
  `${fields['otp']} is your Gemstall OTP. It is valid for ${expiryOf(fields)} minutes. Do not share it with anyone.`
