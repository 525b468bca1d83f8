import { useId } from 'react'
import { NavLink } from 'react-router'
import { COUNT_MAX } from '#contract/backoffice/live-updates.ts'
import type { Permissions } from '#contract/accounts/rights.ts'
import { screenGroupsOf } from './office-screens.ts'
import type { OfficeCounts } from './use-office-counts.ts'

type Props = { who: Permissions; counts: OfficeCounts; onFollow?: () => void }

/** The screens of the back office that somebody may open, by group. */
export const OfficeNav = ({ who, counts, onFollow }: Props) =>
  screenGroupsOf(who).map((group) => (
    <Group key={group.title} {...group} counts={counts} onFollow={onFollow} />
  ))

type GroupProps = ReturnType<typeof screenGroupsOf>[number] & {
  counts: OfficeCounts
  onFollow: (() => void) | undefined
}

const Group = ({ title, screens, counts, onFollow }: GroupProps) => (
  <div>
    {title && (
      <p aria-hidden="true" className="px-3 pt-3 pb-1 text-xs font-semibold text-soft">
        {title}
      </p>
    )}
    <ul
      aria-label={title || 'Overview'}
      className="grid gap-0.5 max-md:grid-cols-2 max-[22rem]:grid-cols-1"
    >
      {screens.map((place) => (
        <li key={place.to} className="grid">
          <PlaceLink {...place} count={place.count ? counts[place.count] : 0} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  </div>
)

type LinkProps = Omit<GroupProps['screens'][number], 'count'> & {
  count: number
  onFollow: (() => void) | undefined
}

function PlaceLink({ to, label, Icon, count, onFollow }: LinkProps) {
  const id = useId()
  return (
    <NavLink
      to={to}
      ref={bringIntoSight}
      onClick={onFollow}
      aria-describedby={count > 0 ? id : undefined}
      className="inline-flex min-h-11 min-w-0 items-center gap-3 rounded-md px-3 font-semibold text-soft hover:bg-sunken aria-[current]:bg-lantern-soft aria-[current]:text-ink md:min-h-9 md:whitespace-nowrap pointer-coarse:min-h-11"
    >
      <Icon className="size-5 shrink-0" />
      {label}
      {count > 0 && (
        <span
          aria-hidden="true"
          className="ml-auto rounded-sm bg-pending-soft px-1.5 text-xs leading-5 text-pending tabular-nums"
        >
          {formatCount(count)}
          <span id={id} className="sr-only">
            {formatCount(count)} {count === 1 ? 'needs' : 'need'} attention
          </span>
        </span>
      )}
    </NavLink>
  )
}

const formatCount = (count: number): string =>
  count < COUNT_MAX ? String(count) : `${COUNT_MAX - 1}+`

/** Scrolls a long menu to the screen that is open. */
function bringIntoSight(link: HTMLAnchorElement | null): void {
  if (link?.ariaCurrent) link.scrollIntoView({ block: 'nearest' })
}
