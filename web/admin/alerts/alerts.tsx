import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { query } from '#web/api/call.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { BellIcon } from '#web/ui/icons/icons.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { EndAlert } from './end-alert.tsx'

/** Lists problems that staff should look at now. Renders nothing if there are none. */
export function Alerts() {
  const { data } = useSuspenseQuery(query(listAlerts, {}))
  const { pathname, search } = useLocation()
  const here = pathname + search
  if (data.length === 0) return null
  return (
    <section
      aria-label="Needs attention"
      className="facet grid gap-1 border border-lantern-deep bg-lantern-soft px-4 pt-3 pb-1.5"
    >
      <h2 className="flex items-center gap-2 text-base">
        <BellIcon className="size-5 text-lantern-deep" />
        Needs attention
      </h2>
      <ul className="divide-y divide-line">
        {data.map((alert) => {
          const { _id, words, path, since, endsByHand } = alert
          return (
            <li key={_id} className="flex min-h-11 flex-wrap items-center gap-x-4 py-1">
              <span className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere">{words}.</span>
              <time dateTime={since} className="text-sm text-soft">
                Since {formatDate(since)}
              </time>
              {path !== here && (
                <Link to={path} className={lineLink}>
                  Review<span className="sr-only">: {words}</span>
                </Link>
              )}
              {endsByHand && <EndAlert alert={alert} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
