import { useState } from 'react'
import { toast } from '#web/state/toasts.ts'

/**
 * The version a form was loaded with. The form sends it along with its changes, so that the server can detect a
 * conflict.
 * After a conflict, `load` fetches the current version.
 */
export function useVersion<T>(first: T, find: () => Promise<T | undefined>) {
  const [version, setVersion] = useState(first)
  async function load(): Promise<T> {
    const fresh = await find()
    if (fresh === undefined) {
      toast('error', 'This no longer exists')
      return version
    }
    setVersion(fresh)
    return fresh
  }
  return { version, load }
}
