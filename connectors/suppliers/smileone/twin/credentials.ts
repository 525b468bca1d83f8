/** Credentials invented for the sandbox. The twin requires them of the shop, as Smile.One would. */
export const SMILEONE = { uid: '1000001', email: 'shop@gemstall.test', key: 'sandbox-smile-key' }
