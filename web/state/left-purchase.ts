const KEY = 'left-purchase'

/** The review that somebody left to add money for it. It survives the gateway's pages, which open in the same tab. */
export const keepLeftPurchase = (path: string): void => sessionStorage.setItem(KEY, path)

export const readLeftPurchase = (): string | null => sessionStorage.getItem(KEY)

export const forgetLeftPurchase = (): void => sessionStorage.removeItem(KEY)
