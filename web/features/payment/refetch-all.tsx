import { useQueryClient } from '@tanstack/react-query'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'
import { loadUser } from '#web/features/session/load-user.ts'

/** Refetches everything cached, because a payment changes balances, orders, history and statement. */
export function RefetchAll() {
  const client = useQueryClient()
  useOnLoad(async () => {
    await Promise.all([loadUser(), client.invalidateQueries()])
  })
  return null
}
