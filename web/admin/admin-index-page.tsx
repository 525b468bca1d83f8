import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, type MetaFunction } from 'react-router'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { placesOf } from '#web/layouts/office-places.ts'

export const meta: MetaFunction = () => [{ title: 'Back office | Gemstall' }]

/** Whatever the sidebar does not know leads to the first of its places that is one's own. */
export default function AdminIndexPage() {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  return <Navigate to={placesOf(user)[0]!.to} replace />
}
