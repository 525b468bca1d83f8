import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { screensOf } from '#web/features/office-menu/office-screens.ts'

export const meta = titled('Back office')

/** Unknown addresses of the back office lead to the first screen of the sidebar that this person may open. */
export default function AdminIndexPage() {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  return <Navigate to={screensOf(user)[0]!.to} replace />
}
