/** Credentials invented for the sandbox. The twin requires them of the shop, as G2Bulk would. */
export const G2BULK = { apiKey: 'sandbox-g2bulk-key' }
