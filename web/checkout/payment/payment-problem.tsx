import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { ProblemNotice } from '#web/checkout/problem-notice.tsx'
import { isAboutUpi } from './upi-problem.tsx'
import type { usePay } from './use-pay.ts'

const NEVER_TWICE = 'The connection dropped. Try again; you won’t be charged twice.'
const BOUGHT = 'You bought this a moment ago. You weren’t charged again.'

/** Errors of the payment itself, shown above its button. */
export function PaymentProblem({ pay: { problem, forget } }: { pay: ReturnType<typeof usePay> }) {
  if (!problem || isAboutUpi(problem)) return null
  const { code, message } = problem
  if (code === 'UNHEARD')
    return (
      <ProblemNotice>
        <p>{NEVER_TWICE}</p>
        <Link to={paths.orders} className={lineLink}>
          Your orders
        </Link>
      </ProblemNotice>
    )
  if (code === 'IDEMPOTENCY_KEY_REUSED')
    return (
      <ProblemNotice>
        <p>{BOUGHT}</p>
        <Button look="quiet" size="sm" className="justify-self-start" onClick={forget}>
          Buy it again
        </Button>
      </ProblemNotice>
    )
  return <ProblemNotice>{message}. You weren’t charged.</ProblemNotice>
}
