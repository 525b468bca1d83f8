import type { BanKind } from '#contract/orders/risk.ts'

export const BAN_KINDS: Record<BanKind, { label: string; field: string }> = {
  email: { label: 'Email', field: 'Email' },
  phone: { label: 'Phone number', field: 'Phone number' },
  player: { label: 'Player', field: 'Player ID' },
  address: { label: 'Network address', field: 'IP address' },
  vpa: { label: 'UPI address', field: 'UPI address' },
  card: { label: 'Card', field: 'Card' },
  paypal: { label: 'PayPal account', field: 'PayPal account' },
}
