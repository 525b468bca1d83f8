import { newId } from './new-id.ts'
import { useStore, type Toast } from './store.ts'

/** Says one thing in a corner, in the place of the last. It survives a change of page until it was read. */
export function toast(type: Toast['type'], message: string): void {
  if (type === 'error' && !navigator.onLine) return // the strip above the page says why
  useStore.setState({ toast: [{ id: newId(), type, message }] })
}

export function forgetToast(id: string): void {
  useStore.setState(({ toast: all }) => ({ toast: all.filter((one) => one.id !== id) }))
}
