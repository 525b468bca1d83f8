import { CODE_LENGTH } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'

export type Sms = { sendCode(message: { phone: string; code: string }): Promise<void> }

const COUNTRY_CODE = '91'
const CODE_LIFE_MINUTES = 10
const TIMEOUT_MS = 5_000

/** MSG91's call for one-time codes. It answers 200 to refusals too: `type` has the verdict. */
export const createSms = ({ url, authKey, templateId }: Config['msg91']): Sms => ({
  async sendCode({ phone, code }) {
    const response = await fetch(`${url}/api/v5/otp`, {
      method: 'POST',
      redirect: 'error',
      headers: { authkey: authKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        template_id: templateId,
        mobile: `${COUNTRY_CODE}${phone}`,
        otp: code,
        otp_length: CODE_LENGTH,
        otp_expiry: CODE_LIFE_MINUTES,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const reply = (await response.json()) as { type?: string; message?: string }
    if (!response.ok || reply.type !== 'success')
      throw new Error(`MSG91 did not take the message: ${response.status} ${reply.message ?? ''}`)
  },
})
