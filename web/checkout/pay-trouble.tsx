import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { Trouble } from './trouble.tsx'
import { isAboutUpi } from './upi-trouble.tsx'
import type { usePay } from './use-pay.ts'

const NEVER_TWICE =
  'Your last payment here was cut off before we heard what became of it. Proceed once more: it is never paid twice.'
const BOUGHT = 'You have bought this already, a moment ago. Nothing more was charged.'

/** What went wrong with the payment itself, above its button. */
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
          Buy it once more
        </Button>
      </Trouble>
    )
  return <Trouble>{message}. Nothing was charged.</Trouble>
}
