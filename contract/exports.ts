import { endpoint } from './endpoint.ts'
import { listAllOrders } from './orders.ts'
import { Task } from './tasks.ts'
import { listAllTransactions } from './wallet.ts'

// What lists of the back office find, as files: all of it, however much, the newest first. A task makes the file.

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
