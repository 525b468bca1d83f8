/** The account that the twin demands. */
export const PAYTM = {
  merchantId: 'GEMSBX00000000000001',
  merchantKey: 'sandboxpaytmkey1', // 16 characters, as AES-128 requires
  website: 'WEBSTAGING',
}
