import { useRef, useState } from 'react'
import { INVALID_PHONE, Phone } from '#contract/accounts/people.ts'
import { useSavePhone } from '#web/features/payment/payment-needs.ts'

const schema = Phone('Please enter your phone number', INVALID_PHONE)

/** State of the phone field, for accounts without the number that a payment needs. */
export function usePhone(isNeeded: boolean) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const saving = useSavePhone()

  /** Returns false if the payment cannot continue. The field then shows the reason. */
  async function save(): Promise<boolean> {
    if (!isNeeded) return true
    setProblem(undefined)
    const read = schema.safeParse(typed)
    try {
      if (!read.success) throw new Error(read.error.issues[0]!.message)
      await saving.mutateAsync({ phone: read.data })
      return true
    } catch (error) {
      setProblem((error as Error).message)
      input.current?.focus()
      return false
    }
  }

  return { isNeeded, typed, setTyped, problem, input, save, isBusy: saving.isPending }
}
