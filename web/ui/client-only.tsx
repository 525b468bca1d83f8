import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}

/** For pieces that place themselves by inline styles, which a page from the server may not carry. */
export const ClientOnly = ({ children }: { children: ReactNode }) =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
    ? children
    : null
