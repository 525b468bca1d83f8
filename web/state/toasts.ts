import { newId } from './new-id.ts'
import { useStore, type Toast } from './store.ts'

let last: Toast | null = null
let isLeaving = false

/** Says one thing in a corner, in the place of the last. Without a network, the strip above the page says why. */
export function toast(type: Toast['type'], message: string): void {
  if (type === 'error' && !navigator.onLine) return
  last = { id: newId(), type, message }
  useStore.setState({ toast: [last] })
}

/** Before the browser loads another page, which then says it. */
export function carryToast(): void {
  isLeaving = true
  if (last) useStore.setState({ toast: [last] })
}

/** What was shown is not said again on the next page. */
export function forgetToast(id: string): void {
  if (isLeaving) return
  useStore.setState(({ toast: all }) => ({ toast: all.filter((one) => one.id !== id) }))
}
