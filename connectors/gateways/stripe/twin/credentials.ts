/** The account that the twin demands. */
export const STRIPE = {
  secretKey: 'sk_test_sandboxGemstall0001',
  webhookSecret: 'whsec_sandboxGemstall0001',
}
