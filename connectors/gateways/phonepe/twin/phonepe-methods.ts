// PhonePe's names of methods, in requests and in payments.
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { Fields } from '#sandbox/http.ts'
import type { Deal } from '#sandbox/gateways/gateway.ts'
import { limitedTo } from '#sandbox/gateways/methods.ts'

/** The names of version 2, which a request must ask for. */
const MODES = { UPI: 'upi', CARD: 'card', NET_BANKING: 'netbanking' } as const

/** The method that a page is limited to. Null for a page with all methods, undefined for a wrong limit. */
export function readMethod({ paymentFlow }: Fields): GatewayMethod | null | undefined {
  const { paymentModeConfig } = (paymentFlow ?? {}) as { paymentModeConfig?: Fields }
  if (paymentModeConfig === undefined) return null
  const { version, enabledPaymentModes } = paymentModeConfig
  if (version !== 'V2' || !Array.isArray(enabledPaymentModes)) return undefined
  return limitedTo(
    enabledPaymentModes.map((mode: Fields) => mode['type']),
    MODES,
  )
}

const PAID_BY: Partial<Record<GatewayMethod, string>> = {
  card: 'DEBIT_CARD',
  netbanking: 'NET_BANKING',
}

/** Undefined for UPI. */
export const modeOf = ({ method }: Deal): string | undefined => PAID_BY[method ?? 'upi']
