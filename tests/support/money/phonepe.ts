/** Made-up credentials for PhonePe, for tests that never call it. */
export const PHONEPE_ACCOUNT = {
  url: 'http://localhost:1',
  tokenUrl: 'http://localhost:1',
  scriptUrl: 'http://localhost:1/checkout.js',
  merchantId: 'MERCHANT1',
  clientId: 'CLIENT1',
  clientSecret: 'phonepe-secret-1',
  clientVersion: '1',
  webhookUsername: 'shop_user',
  webhookPassword: 'Passw0rd12',
}
