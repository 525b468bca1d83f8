import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { listAnnouncements } from '#contract/backoffice/announcements.ts'
import { listParcels, listWaiting } from '#contract/orders/deliveries.ts'
import { getInsights } from '#contract/backoffice/insights.ts'
import { countOffice } from '#contract/backoffice/live-updates.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import { listRiskReviews } from '#contract/orders/risk.ts'
import { listDifferences, listPayments } from '#contract/money/payments.ts'
import { listAllIssues } from '#contract/backoffice/support.ts'
import { listTasks } from '#contract/core/tasks.ts'
import type { User } from '#contract/accounts/users.ts'
import { listAllTransactions } from '#contract/money/wallet.ts'
import { createOfficeFollower, type Concerned } from '#web/api/follow-office.ts'
import { openPickerLists } from './picker-lists.ts'

const CONCERNED: Concerned = {
  orders: [listAllOrders, listWaiting, listParcels, listRiskReviews, getInsights, countOffice],
  deliveries: [listWaiting, listParcels, countOffice],
  payments: [listPayments, listDifferences, listAllTransactions, getInsights],
  issues: [listAllIssues, getInsights, countOffice],
  alerts: [listAlerts],
  tasks: [listTasks, listAnnouncements],
}

const nothing = () => null

/** Keeps lists current and loads the options of pickers while the back office is open. */
export function LiveUpdates({ user }: { user: User }) {
  const client = useQueryClient()
  const [follower] = useState(() => createOfficeFollower(client, CONCERNED))
  const [who] = useState(user)
  const open = useCallback(() => {
    const closeLists = openPickerLists(client, who)
    const closeNews = follower.subscribe()
    return () => {
      closeNews()
      closeLists()
    }
  }, [client, who, follower])
  useSyncExternalStore(open, nothing, nothing)
  return null
}
