import { isRouteErrorResponse, useRouteError } from 'react-router'
import { SOMETHING_WRONG } from '#contract/something-wrong.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Gem } from '#web/ui/gem.tsx'
import { titleOf } from './head.ts'
import { useShopName } from './use-shop-facts.ts'

/** What to say when a page cannot be shown, and the two ways on. */
export function ErrorNotice({ onRetry }: { onRetry: () => void }) {
  const error = useRouteError()
  const { title } = titleOf('Something went wrong', useShopName())
  return (
    <div className="grid justify-items-center gap-4 py-12 text-center">
      <title>{title}</title>
      <Gem className="size-14" />
      <h1 className="text-2xl">
        {isRouteErrorResponse(error) ? error.statusText : SOMETHING_WRONG}
      </h1>
      <p className="max-w-prose text-soft">{explain(error)}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button look="primary" onClick={onRetry}>
          Load again
        </Button>
        <a href="/" className={buttonLook('plain')}>
          Go to the shop
        </a>
      </div>
    </div>
  )
}

function explain(error: unknown): string {
  if (error instanceof Error && !import.meta.env.PROD) return error.message
  return 'Your money and your orders are safe. Load the page again, or go back to the shop.'
}
