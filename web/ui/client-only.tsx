import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}

/** For components that position themselves with inline styles, which server-rendered pages may not contain. */
export const ClientOnly = ({ children }: { children: ReactNode }) =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
    ? children
    : null
