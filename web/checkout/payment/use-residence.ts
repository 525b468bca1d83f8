import { useState } from 'react'
import { Billing, editBilling, getBilling } from '#contract/accounting/billing.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { useSend } from '#web/api/use-send.ts'
import { fromResidence, toResidence } from '#web/features/billing/residence.ts'

/** State of the field that asks a customer once where they are taxed. The shop's own residence is filled in. */
export function useResidence({ billing, isAsked, home }: Output<typeof getBilling>) {
  const isNeeded = isAsked && !billing
  const [chosen, choose] = useState(home ? toResidence(home) : '')
  const [problem, setProblem] = useState<string>()
  const saving = useSend(editBilling, { isShown: true, refetch: [getBilling] })

  /** Returns false if the payment cannot continue. The field then shows the reason. */
  async function save(): Promise<boolean> {
    if (!isNeeded || !chosen) return true
    setProblem(undefined)
    try {
      await saving.mutateAsync(Billing.parse(fromResidence(chosen)))
      return true
    } catch (error) {
      setProblem((error as Error).message)
      return false
    }
  }

  return { isNeeded, chosen, choose, problem, save, isBusy: saving.isPending }
}
