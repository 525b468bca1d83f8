/** The account that the twin demands. */
export const BTCPAY = {
  storeId: 'SandboxStore1',
  apiKey: 'sandbox-btcpay-key',
  webhookSecret: 'sandbox-btcpay-webhook',
}
