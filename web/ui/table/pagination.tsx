import { IconButton } from '#web/ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons/icons.tsx'

type PaginationProps = { page: number; pageCount: number; onChange: (page: number) => void }

/** Renders nothing when there is only one page. */
export function Pagination({ page, pageCount, onChange }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1">
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <span className="px-3 text-soft tabular-nums sm:hidden">
        {page} of {pageCount}
      </span>
      <span className="hidden gap-1 sm:flex">
        {pagesAround(page, pageCount).map((one, index) =>
          one === null ? (
            // eslint-disable-next-line react/no-array-index-key -- at most two gaps, in fixed places
            <span key={`gap ${index}`} className="px-1 py-2 text-soft">
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              aria-current={one === page ? 'page' : undefined}
              aria-label={`Page ${one}`}
              onClick={() => onChange(one)}
              className="size-11 rounded-md font-semibold tabular-nums hover:bg-sunken aria-[current]:bg-lantern aria-[current]:text-on-lantern"
            >
              {one}
            </button>
          ),
        )}
      </span>
      <IconButton label="Next page" disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  )
}

/** The first page, the last page and the neighbours of the current one. A null marks skipped pages. */
function pagesAround(page: number, pageCount: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter(
    (one) => one >= 1 && one <= pageCount,
  )
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b)
  return pages.flatMap((one, index) => {
    const gap = index > 0 ? one - pages[index - 1]! : 1
    if (gap === 2) return [one - 1, one]
    return gap > 2 ? [null, one] : [one]
  })
}
