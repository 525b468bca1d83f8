import { isRouteErrorResponse, useRouteError } from 'react-router'
import { SOMETHING_WRONG } from '#contract/core/errors/something-wrong.ts'
import { useIsOnline, useWhenBack } from '#web/state/page/online.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Gem } from '#web/ui/gem.tsx'
import { titleOf } from '#web/features/shop-facts/head.ts'
import { useShopName } from '#web/features/shop-facts/use-shop-facts.ts'

/** Explains why a page cannot be shown. Offers a retry and a link to the shop. */
export function ErrorNotice({ onRetry }: { onRetry: () => void }) {
  const error = useRouteError()
  const isOnline = useIsOnline()
  useWhenBack(onRetry)
  const words = isOnline ? explain(error) : OFFLINE
  const { title } = titleOf(words.title, useShopName())
  return (
    <div
      className={`grid justify-items-center gap-4 py-12 text-center ${isOnline ? '' : 'tells-offline'}`}
    >
      <title>{title}</title>
      <Gem className="size-14" />
      <h1 className="text-2xl">{words.title}</h1>
      <p className="max-w-prose text-soft">{words.text}</p>
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

const OFFLINE = {
  title: 'You are offline',
  text: 'This page loads by itself when the network is back.',
}

function explain(error: unknown) {
  const title = isRouteErrorResponse(error) ? error.statusText : SOMETHING_WRONG
  if (error instanceof Error && !import.meta.env.PROD) return { title, text: error.message }
  return {
    title,
    text: 'Your money and your orders are safe. Load the page again, or go back to the shop.',
  }
}
