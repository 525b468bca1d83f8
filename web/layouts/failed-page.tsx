import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useOnLoad } from '#web/ui/use-on-load.ts'
import { ErrorNotice } from './error-notice.tsx'

/** Stands where the page would, inside its layout: every other page is still one press away. */
export function FailedPage() {
  const navigate = useNavigate()
  const here = useLocation()
  const { reset } = useQueryErrorResetBoundary()
  useOnLoad(async () => reset()) // whatever is shown next, here or elsewhere, asks anew
  return <ErrorNotice onRetry={() => void navigate(here, { replace: true })} />
}
