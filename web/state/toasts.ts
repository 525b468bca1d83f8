import { newId } from './new-id.ts'
import { useStore, type Toast } from './store.ts'

/** Says something in a corner. It is remembered until it was seen, so it survives a change of page. */
export function toast(type: Toast['type'], message: string): void {
  const entry = { id: newId(), type, message }
  useStore.setState(({ toast: others }) => ({ toast: [...others, entry] }))
}

export function forgetToast(id: string): void {
  useStore.setState(({ toast: all }) => ({ toast: all.filter((one) => one.id !== id) }))
}
