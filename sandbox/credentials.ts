import { GATEWAY_TWINS, toEnvironment } from './twins.ts'

/** Credentials invented for the sandbox. It requires them of the shop, as the real companies would. */
export const SMTP = { user: 'shop@gemstall.test', password: 'sandbox-mail-password' }
export const MSG91 = { authKey: 'sandbox-msg91-auth-key', templateId: '65f0c0ffee5a4db0c5a4db01' }
export const GOOGLE = {
  clientId: 'gemstall.apps.sandbox.test',
  clientSecret: 'sandbox-google-client-secret',
}
export const VIP_RESELLER = { apiId: 'APIID1', apiKey: 'APIKEY1' }
export const SMILEONE = { uid: '1000001', email: 'shop@gemstall.test', key: 'sandbox-smile-key' }
export const MOOGOLD = { partnerId: 'GEMSTALL1', secretKey: 'sandbox-moogold-secret' }
export const UNIPIN = {
  partnerId: '587e3675-e0ed-4e9e-9b39-099b11498fdc',
  secretKey: 'sandbox-unipin-secret',
}
export const SEAGM = { uid: '900001', secretKey: 'sandbox-seagm-secret' }
export const LAPAKGAMING = { apiKey: 'sandbox-lapakgaming-key' }
export const G2BULK = { apiKey: 'sandbox-g2bulk-key' }
export const DIGIFLAZZ = {
  username: 'gemstall',
  apiKey: 'sandbox-digiflazz-key',
  webhookSecret: 'sandbox-digiflazz-webhook',
}
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
    SMILEONE_URL: `${sandboxUrl}/smileone`,
    SMILEONE_UID: SMILEONE.uid,
    SMILEONE_EMAIL: SMILEONE.email,
    SMILEONE_KEY: SMILEONE.key,
    MOOGOLD_URL: `${sandboxUrl}/moogold`,
    MOOGOLD_PARTNER_ID: MOOGOLD.partnerId,
    MOOGOLD_SECRET_KEY: MOOGOLD.secretKey,
    UNIPIN_URL: `${sandboxUrl}/unipin`,
    UNIPIN_PARTNER_ID: UNIPIN.partnerId,
    UNIPIN_SECRET_KEY: UNIPIN.secretKey,
    SEAGM_URL: `${sandboxUrl}/seagm`,
    SEAGM_UID: SEAGM.uid,
    SEAGM_SECRET_KEY: SEAGM.secretKey,
    LAPAKGAMING_URL: `${sandboxUrl}/lapakgaming`,
    LAPAKGAMING_API_KEY: LAPAKGAMING.apiKey,
    G2BULK_URL: `${sandboxUrl}/g2bulk`,
    G2BULK_API_KEY: G2BULK.apiKey,
    DIGIFLAZZ_URL: `${sandboxUrl}/digiflazz`,
    DIGIFLAZZ_USERNAME: DIGIFLAZZ.username,
    DIGIFLAZZ_API_KEY: DIGIFLAZZ.apiKey,
    DIGIFLAZZ_WEBHOOK_SECRET: DIGIFLAZZ.webhookSecret,
    ...Object.assign({}, ...GATEWAY_TWINS.map((twin) => toEnvironment(twin, sandboxUrl))),
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
