import { endpoint } from '#contract/core/endpoint.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import { Task } from '#contract/core/tasks.ts'
import { listAllTransactions } from '#contract/money/wallet.ts'

// Exports of the back office's lists as files: every match, the newest first. A task makes the file.

const UNCUT = { page: true, limit: true, sort: true } as const

export const exportOrders = endpoint({
  method: 'POST',
  path: '/order/export',
  access: 'admin',
  right: 'orders',
  confirm: true,
  idempotent: true,
  message: '',
  input: listAllOrders.input.omit(UNCUT),
  output: Task,
})

export const exportTransactions = endpoint({
  method: 'POST',
  path: '/transaction/export',
  access: 'admin',
  right: 'payments',
  confirm: true,
  idempotent: true,
  message: '',
  input: listAllTransactions.input.omit(UNCUT),
  output: Task,
})
