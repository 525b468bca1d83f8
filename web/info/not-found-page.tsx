import { data, useNavigate, type MetaFunction } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

export const meta: MetaFunction = () => [{ title: 'Page Not Found | Gemstall' }]

export const loader = () => data(null, { status: 404 })
/** Inside the shop there is nobody to tell the status to. */
export const clientLoader = () => null

export default function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto grid max-w-page justify-items-center gap-4 px-4 py-24 text-center">
      <p className="money text-hero font-heavy text-lantern-deep">404</p>
      <h1 className="text-2xl">Page Not Found</h1>
      <p className="text-soft">There is no stall at this address. It may have moved on.</p>
      <Button
        look="primary"
        onClick={() => void (history.length > 1 ? navigate(-1) : navigate(paths.home))}
      >
        Go Back
      </Button>
    </div>
  )
}
