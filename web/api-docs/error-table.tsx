import { Badge } from '#web/ui/status/badge.tsx'
import type { Docs } from './load-docs.ts'
import { Sentence } from './prose.tsx'

/** Lists every error code with the way to handle it. */
export const ErrorTable = ({ errors }: Pick<Docs, 'errors'>) => (
  <>
    <p className="max-w-text">
      <strong>Retry</strong>: send the same later, and it may pass. <strong>You can fix it</strong>:
      change something first. Neither: the error is final. Responses say so in{' '}
      <code className="font-mono text-sm">isRetryable</code> and{' '}
      <code className="font-mono text-sm">canFix</code>. Handle codes that aren’t listed here by
      these two.
    </p>
    <ul aria-label="Error codes" className="grid gap-3">
      {errors.map(({ code, status, message, isRetryable, canFix, advice }) => (
        <li
          key={code}
          id={code}
          className="grid gap-x-6 gap-y-1 border-l-2 border-line pl-3 target:border-lantern-deep lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
        >
          <span className="grid content-start justify-items-start gap-1">
            <code className="font-mono text-sm font-semibold wrap-anywhere">{code}</code>
            <span className="flex flex-wrap items-center gap-2 text-sm text-soft">
              {status}
              {isRetryable && <Badge tone="glass">Retry</Badge>}
              {canFix && <Badge tone="lantern">You can fix it</Badge>}
            </span>
          </span>
          <span className="max-w-text text-sm">
            {message}.{' '}
            <span className="text-soft">
              <Sentence text={advice} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  </>
)
