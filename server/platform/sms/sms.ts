import { CODE_LENGTH } from '#contract/accounts/auth.ts'
import type { Config } from '#server/platform/config/config.ts'

export type Sms = { sendCode(message: { phone: string; code: string }): Promise<void> }

const COUNTRY_CODE = '91'
const CODE_LIFE_MINUTES = 10
const TIMEOUT_MS = 5_000

/**
 * MSG91's call for one-time codes. It reads its parameters from the query, not from a body. It answers 200 to refusals too:
 * `type` has the verdict.
 */
export const createSms = ({ url, authKey, templateId }: Config['msg91']): Sms => ({
  async sendCode({ phone, code }) {
    const query = new URLSearchParams({
      template_id: templateId,
      mobile: `${COUNTRY_CODE}${phone}`,
      otp: code,
      otp_length: String(CODE_LENGTH),
      otp_expiry: String(CODE_LIFE_MINUTES),
    })
    const response = await fetch(`${url}/api/v5/otp?${query}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authkey: authKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const reply = (await response.json()) as { type?: string; message?: string }
    if (!response.ok || reply.type !== 'success')
      throw new Error(`MSG91 did not accept the message: ${response.status} ${reply.message ?? ''}`)
  },
})
