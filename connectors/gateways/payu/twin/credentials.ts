/** The account that the twin demands. */
export const PAYU = {
  merchantKey: 'GEMSBX',
  salt: 'sandbox-payu-salt',
  merchantId: '143419',
  disputeToken: 'sandbox-payu-chargebacks',
}
