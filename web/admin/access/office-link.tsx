import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { mayOpen } from '#web/features/office-menu/office-screens.ts'

type Props = {
  to: string
  className?: string
  /** Renders nothing for people who can't open the screen. Without it they see the text without the link. */
  isExtra?: boolean
  children: ReactNode
}

/** Links to another screen for people who may open it. */
export function OfficeLink({ to, isExtra = false, children, ...rest }: Props) {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  if (mayOpen(user, to.split('?')[0]!))
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    )
  return isExtra ? null : <span>{children}</span>
}
