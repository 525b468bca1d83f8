const KEY = 'payment-method'

/** Stores the payment method that a customer chose by hand, so that the next purchase begins with it. */
export const keepPaymentMethod = (method: string): void => localStorage.setItem(KEY, method)

export const readPaymentMethod = (): string | null => localStorage.getItem(KEY)
