import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { mayEnter } from '#web/layouts/office-places.ts'

type Props = {
  to: string
  className?: string
  /** Says nothing by itself, and is left out for whom it leads nowhere; else it is what it says, without the link. */
  isExtra?: boolean
  children: ReactNode
}

/** Leads to another screen, for who may open that one. */
export function OfficeLink({ to, isExtra = false, children, ...rest }: Props) {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  if (mayEnter(user, to.split('?')[0]!))
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    )
  return isExtra ? null : <span>{children}</span>
}
