/** Credentials invented for the sandbox. The twin requires them of the shop, as SEAGM would. */
export const SEAGM = { uid: '900001', secretKey: 'sandbox-seagm-secret' }
