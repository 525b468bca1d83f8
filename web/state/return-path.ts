const KEY = 'return-path'

/** Where a visitor wanted to go before they were asked to sign in. */
export const keepReturnPath = (path: string): void => sessionStorage.setItem(KEY, path)

export const readReturnPath = (): string | null => sessionStorage.getItem(KEY)

export function takeReturnPath(): string | null {
  const path = readReturnPath()
  sessionStorage.removeItem(KEY)
  return path
}
