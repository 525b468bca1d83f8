/** The account that the twin demands. */
export const CASHFREE = { clientId: 'TEST10SANDBOX01', clientSecret: 'sandbox-cashfree-secret' }
