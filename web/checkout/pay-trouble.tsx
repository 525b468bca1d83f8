import { Button } from '#web/ui/button.tsx'
import type { usePay } from './use-pay.ts'

const WORDS: Record<string, string> = {
  BUG: 'We could not hear whether that went through. Please proceed once more: it is never paid twice.',
  IDEMPOTENCY_KEY_REUSED: 'You have bought this already, a moment ago. Nothing more was charged.',
}

/** What went wrong with the payment itself, above its button. */
export function PayTrouble({ pay: { problem, forget } }: { pay: ReturnType<typeof usePay> }) {
  if (!problem || problem.code === 'PAYMENTS_NOT_OFFERED') return null // said beside UPI
  return (
    <div
      role="alert"
      className="mb-3 grid gap-1 rounded-md bg-bad-soft px-4 py-2.5 text-sm font-medium text-bad"
    >
      <p>{WORDS[problem.code] ?? `${problem.message}. Nothing was charged.`}</p>
      {problem.code === 'IDEMPOTENCY_KEY_REUSED' && (
        <Button look="quiet" size="sm" className="justify-self-start" onClick={forget}>
          Buy it once more
        </Button>
      )}
    </div>
  )
}
