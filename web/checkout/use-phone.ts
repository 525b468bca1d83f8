import { useRef, useState } from 'react'
import { INVALID_PHONE, Phone } from '#contract/people.ts'
import { useSavePhone } from '#web/layouts/payment-needs.ts'

const schema = Phone('Please enter your phone number', INVALID_PHONE)

/** The phone number that a payment needs and the account lacks. */
export function usePhone(isNeeded: boolean) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const saving = useSavePhone()

  /** False when the payment cannot go on: the reason then stands below the field. */
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
