import { useState } from 'react'
import { toast } from '#web/state/toasts.ts'

/**
 * What a form was opened with: it goes along with what is changed, so that nothing is undone that nobody here has seen. When
 * somebody else was quicker, `load` finds what is there now.
 */
export function useSeen<T>(first: T, find: () => Promise<T | undefined>) {
  const [seen, setSeen] = useState(first)
  async function load(): Promise<T> {
    const fresh = await find()
    if (fresh === undefined) {
      toast('error', 'It is not there any more')
      return seen
    }
    setSeen(fresh)
    return fresh
  }
  return { seen, load }
}
