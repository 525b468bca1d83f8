/** The account that the twin demands. */
export const PAYPAL = {
  clientId: 'sandbox-paypal-client',
  clientSecret: 'sandbox-paypal-secret',
  webhookId: '5GP028458E2496506',
}
