/** The account that the twin demands. */
export const RAZORPAY = {
  keyId: 'rzp_test_SandboxGem0001',
  keySecret: 'sandbox-razorpay-secret',
  webhookSecret: 'sandbox-razorpay-webhook',
}
