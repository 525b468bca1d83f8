import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { Trouble } from '#web/checkout/problem-notice.tsx'
import { isAboutUpi } from './upi-problem.tsx'
import type { usePay } from './use-pay.ts'

const NEVER_TWICE = 'The connection dropped. Try again; you won’t be charged twice.'
const BOUGHT = 'You bought this a moment ago. You weren’t charged again.'

/** Errors of the payment itself, shown above its button. */
export function PayTrouble({ pay: { problem, forget } }: { pay: ReturnType<typeof usePay> }) {
  if (!problem || isAboutUpi(problem)) return null
  const { code, message } = problem
  if (code === 'UNHEARD')
    return (
      <Trouble>
        <p>{NEVER_TWICE}</p>
        <Link to={paths.orders} className={lineLink}>
          Your orders
        </Link>
      </Trouble>
    )
  if (code === 'IDEMPOTENCY_KEY_REUSED')
    return (
      <Trouble>
        <p>{BOUGHT}</p>
        <Button look="quiet" size="sm" className="justify-self-start" onClick={forget}>
          Buy it again
        </Button>
      </Trouble>
    )
  return <Trouble>{message}. You weren’t charged.</Trouble>
}
