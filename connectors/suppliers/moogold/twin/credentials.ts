/** Credentials invented for the sandbox. The twin requires them of the shop, as MooGold would. */
export const MOOGOLD = { partnerId: 'GEMSTALL1', secretKey: 'sandbox-moogold-secret' }
