/** Credentials invented for the sandbox. The twin requires them of the shop, as UniPin would. */
export const UNIPIN = {
  partnerId: '587e3675-e0ed-4e9e-9b39-099b11498fdc',
  secretKey: 'sandbox-unipin-secret',
}
