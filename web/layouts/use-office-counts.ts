import { useQuery } from '@tanstack/react-query'
import { countOffice } from '#contract/office.ts'
import { worksHere } from '#contract/rights.ts'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

export type OfficeCounts = { waiting: number; issues: number }

/** How much needs attention. Live updates refetch it; until it is known, nothing does. */
export function useOfficeCounts(): OfficeCounts {
  // The client is named because the frame also stands around screens that could not be drawn.
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
