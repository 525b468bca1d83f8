import { useQueryClient } from '@tanstack/react-query'
import { useOnLoad } from '#web/ui/use-on-load.ts'
import { loadUser } from './load-user.ts'

/** A payment changes balances, orders, history and statement: whatever was seen before is asked anew. */
export function Renewal() {
  const client = useQueryClient()
  useOnLoad(async () => {
    await Promise.all([loadUser(), client.invalidateQueries()])
  })
  return null
}
