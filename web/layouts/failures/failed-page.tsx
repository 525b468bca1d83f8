import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'
import { ErrorNotice } from './error-notice.tsx'

/** Replaces a failed page inside its layout, so that the navigation still works. */
export function FailedPage() {
  const navigate = useNavigate()
  const here = useLocation()
  const { reset } = useQueryErrorResetBoundary()
  useOnLoad(async () => reset()) // the next screen fetches again instead of failing with the stored error
  return <ErrorNotice onRetry={() => void navigate(here, { replace: true })} />
}
