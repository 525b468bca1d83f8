import { Link } from 'react-router'
import { putNewsAway } from '#web/state/news.ts'
import { CloseIcon } from '#web/ui/icons/icons.tsx'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'

/** The shop's announcement to everybody, until the visitor dismisses it. */
export function NewsStrip() {
  const news = useShopFacts()?.news
  if (!news) return null
  const { _id, title, message, link } = news
  return (
    <aside
      aria-label="Announcement"
      className="for-untold border-b border-line bg-lantern-soft text-sm"
    >
      <div className="mx-auto flex max-w-page items-center gap-3 py-1 pr-1 pl-4">
        <span className="size-2 shrink-0 rotate-45 bg-lantern-deep" aria-hidden="true" />
        <p className="flex-1 py-2">
          <strong className="font-bold">{title}</strong>
          {message && <span className={link ? 'max-sm:hidden' : ''}> {message}</span>}
          {link && (
            <>
              {' '}
              <NewsLink to={link} about={title} />
            </>
          )}
        </p>
        <button
          type="button"
          aria-label="Dismiss the announcement"
          onClick={() => putNewsAway(_id)}
          className="for-scripted grid size-11 shrink-0 place-items-center rounded-md text-soft hover:text-ink"
        >
          <CloseIcon />
        </button>
      </div>
    </aside>
  )
}

const look = 'font-semibold whitespace-nowrap underline underline-offset-4'

const NewsLink = ({ to, about }: { to: string; about: string }) => {
  const words = (
    <>
      Read more<span className="sr-only"> about {about}</span>
    </>
  )
  return to.startsWith('/') ? (
    <Link to={to} className={look}>
      {words}
    </Link>
  ) : (
    <a href={to} className={look}>
      {words}
    </a>
  )
}
