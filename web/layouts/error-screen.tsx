import { isRouteErrorResponse, useRouteError } from 'react-router'
import { buttonLook } from '#web/ui/button.tsx'
import { Gem } from '#web/ui/gem.tsx'

const SOMETHING_WRONG = 'Something went wrong!'

/** When a page cannot be shown at all. It depends on nothing that may be broken. */
export function ErrorScreen() {
  const error = useRouteError()
  const isAnswer = isRouteErrorResponse(error)
  const words = error instanceof Error && !import.meta.env.PROD ? error.message : null
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center justify-items-center gap-4 p-6 text-center">
      <title>Something went wrong | Gemstall</title>
      <Gem className="size-14" />
      <h1 className="text-2xl">{isAnswer ? error.statusText : SOMETHING_WRONG}</h1>
      <p className="text-soft">
        {words ??
          'Your money and your orders are safe. Load the page again, or go back to the shop.'}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonLook('primary')} onClick={() => location.reload()}>
          Load again
        </button>
        <a href="/" className={buttonLook('plain')}>
          Go to the shop
        </a>
      </div>
    </main>
  )
}
