const KEY = 'return-path'

/** Where a visitor wanted to go before they were asked to sign in. */
export const keepReturnPath = (path: string): void => sessionStorage.setItem(KEY, path)

export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path
}
