/** Credentials invented for the sandbox. The twin requires them of the shop, as Lapakgaming would. */
export const LAPAKGAMING = { apiKey: 'sandbox-lapakgaming-key' }
