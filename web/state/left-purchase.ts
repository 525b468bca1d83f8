const KEY = 'left-purchase'

/** Stores the review page that a customer left to add money. It survives the gateway's pages in the same tab. */
export const keepLeftPurchase = (path: string): void => sessionStorage.setItem(KEY, path)

export const readLeftPurchase = (): string | null => sessionStorage.getItem(KEY)

export const forgetLeftPurchase = (): void => sessionStorage.removeItem(KEY)
