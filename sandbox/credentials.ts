import { connectorsOutside } from './twins.ts'

/** Credentials invented for the sandbox. It requires them of the shop, as the real companies would. */
export const SMTP = { user: 'shop@gemstall.test', password: 'sandbox-mail-password' }
export const MSG91 = { authKey: 'sandbox-msg91-auth-key', templateId: '65f0c0ffee5a4db0c5a4db01' }
export const GOOGLE = {
  clientId: 'gemstall.apps.sandbox.test',
  clientSecret: 'sandbox-google-client-secret',
}
export const VIP_RESELLER = { apiId: 'APIID1', apiKey: 'APIKEY1' }
export const BUCKET = {
  region: 'ap-south-1',
  name: 'gemstall-files',
  accessKeyId: 'AKIASANDBOXGEMSTALL1',
  secretAccessKey: 'sandbox/bucket+secret/access-key',
}

/** The environment that points a shop's adapters at the sandbox instead of the real companies. */
export function outsideWorld({ sandboxUrl, smtpPort }: { sandboxUrl: string; smtpPort: number }) {
  const user = encodeURIComponent(SMTP.user)
  const password = encodeURIComponent(SMTP.password)
  return {
    SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Gemstall <shop@gemstall.test>',
    MSG91_URL: sandboxUrl,
    MSG91_AUTH_KEY: MSG91.authKey,
    MSG91_TEMPLATE_ID: MSG91.templateId,
    GOOGLE_ISSUER: `${sandboxUrl}/google`,
    GOOGLE_CLIENT_ID: GOOGLE.clientId,
    GOOGLE_CLIENT_SECRET: GOOGLE.clientSecret,
    RATE_SOURCE: 'frankfurter,open-er-api',
    RATE_SOURCE_URL: sandboxUrl,
    VIP_RESELLER_URL: sandboxUrl,
    VIP_RESELLER_API_ID: VIP_RESELLER.apiId,
    VIP_RESELLER_API_KEY: VIP_RESELLER.apiKey,
    ...connectorsOutside(sandboxUrl),
  }
}

/** Additional environment that stores files in the sandbox's bucket. Without it, the shop stores them on disk. */
export const bucketOutside = (sandboxUrl: string) => ({
  S3_ENDPOINT: `${sandboxUrl}/s3`,
  S3_REGION: BUCKET.region,
  S3_BUCKET: BUCKET.name,
  S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
  S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
})
