import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

export function NotFound() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto grid max-w-page justify-items-center gap-4 px-4 py-24 text-center">
      <p className="money text-hero font-heavy text-lantern-deep">404</p>
      <h1 className="text-2xl">Page Not Found</h1>
      <p className="text-soft">There is no page at this address. It may have moved.</p>
      <Button
        look="primary"
        onClick={() => void (history.length > 1 ? navigate(-1) : navigate(paths.home))}
      >
        Go Back
      </Button>
    </div>
  )
}
