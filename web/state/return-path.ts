const KEY = 'return-path'

/** Stores the page that a visitor wanted before signing in. */
export const keepReturnPath = (path: string): void => sessionStorage.setItem(KEY, path)

export const readReturnPath = (): string | null => sessionStorage.getItem(KEY)

export function takeReturnPath(): string | null {
  const path = readReturnPath()
  sessionStorage.removeItem(KEY)
  return path
}
