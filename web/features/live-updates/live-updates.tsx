import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { listAlerts } from '#contract/alerts.ts'
import { listAnnouncements } from '#contract/announcements.ts'
import { listParcels, listWaiting } from '#contract/deliveries.ts'
import { getInsights } from '#contract/insights.ts'
import { countOffice } from '#contract/office.ts'
import { listAllOrders } from '#contract/orders.ts'
import { listDifferences, listPayments } from '#contract/payments.ts'
import { listAllIssues } from '#contract/support.ts'
import { listTasks } from '#contract/tasks.ts'
import type { User } from '#contract/users.ts'
import { listAllTransactions } from '#contract/wallet.ts'
import { createOfficeFollower, type Concerned } from '#web/api/follow-office.ts'
import { openPickerLists } from './picker-lists.ts'

const CONCERNED: Concerned = {
  orders: [listAllOrders, listWaiting, listParcels, getInsights, countOffice],
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
