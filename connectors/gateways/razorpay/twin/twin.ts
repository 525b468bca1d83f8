import type { Twin } from '#sandbox/find-twins.ts'
import { RAZORPAY } from './credentials.ts'
import { razorpay } from './razorpay.ts'

export const twin: Twin = {
  name: 'razorpay',
  title: 'Razorpay',
  credentials: RAZORPAY,
  addresses: { url: '/razorpay' },
  createPlayer: razorpay,
}
