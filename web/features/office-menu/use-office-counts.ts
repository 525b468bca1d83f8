import { useQuery } from '@tanstack/react-query'
import { countOffice } from '#contract/backoffice/live-updates.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

export type OfficeCounts = { waiting: number; issues: number }

/** Counts of what needs attention. Live updates refetch them. Both are 0 until they have loaded. */
export function useOfficeCounts(): OfficeCounts {
  // Passes the client explicitly, because the frame also renders outside its provider when a screen fails.
  const { data: user } = useQuery({ ...query(getUser, {}), enabled: false }, queryClient)
  const { data } = useQuery(
    {
      ...query(countOffice, {}),
      enabled: user !== undefined && worksHere(user) && !user.isConfirmationDue,
    },
    queryClient,
  )
  return { waiting: data?.waiting ?? 0, issues: data?.issues ?? 0 }
}
