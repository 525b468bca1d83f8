import { newId } from './new-id.ts'
import { useStore, type Toast } from './store.ts'

let last: Toast | null = null
let isLeaving = false

/**
 * Shows one message, replacing the previous one. Errors are skipped while offline, because the offline notice explains
 * them.
 */
export function toast(type: Toast['type'], message: string): void {
  if (type === 'error' && !navigator.onLine) return
  last = { id: newId(), type, message }
  useStore.setState({ toast: [last] })
}

/** Keeps the last message for the page that the browser loads next. */
export function carryToast(): void {
  isLeaving = true
  if (last) useStore.setState({ toast: [last] })
}

/** Removes a shown message, so that the next page does not repeat it. */
export function forgetToast(id: string): void {
  if (isLeaving) return
  useStore.setState(({ toast: all }) => ({ toast: all.filter((one) => one.id !== id) }))
}
