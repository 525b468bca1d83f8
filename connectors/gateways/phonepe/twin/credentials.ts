/** The account that the twin demands. */
export const PHONEPE = {
  merchantId: 'GEMSTALLSANDBOX',
  clientId: 'GEMSTALL_SANDBOX',
  clientSecret: 'sandbox-phonepe-secret',
  clientVersion: '1',
  webhookUsername: 'gemstall_shop',
  webhookPassword: 'Sandbox2Phonepe',
}
