/** Credentials invented for the sandbox. The twin requires them of the shop, as Digiflazz would. */
export const DIGIFLAZZ = {
  username: 'gemstall',
  apiKey: 'sandbox-digiflazz-key',
  webhookSecret: 'sandbox-digiflazz-webhook',
}
