import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Outlet,
  useRouteError,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { getWebsite, type Website } from '#contract/catalogue/settings.ts'
import { loadForAll } from '#web/api/visitor.ts'
import { BottomBar } from './frame/bottom-bar.tsx'
import { ChatButton } from './frame/chat-button.tsx'
import { ClosedShop } from './failures/closed-shop.tsx'
import { ErrorNotice } from './failures/error-notice.tsx'
import { Footer } from './frame/footer.tsx'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { Header } from './frame/header.tsx'
import { NewsStrip } from './frame/news-strip.tsx'
import { NotFound } from './failures/not-found.tsx'

/** While the shop is closed, every page shows the closing notice. */
export async function loader({ context }: LoaderFunctionArgs) {
  const website = await loadForAll(context, getWebsite, {})
  if (website.isClosed) throw data(website, { status: CLOSED })
  return null
}

const CLOSED = 503
const isClosed = (error: unknown) => isRouteErrorResponse(error) && error.status === CLOSED

/** The title of error pages. Pages that load set their own. */
export const meta: MetaFunction = (args) =>
  titled(isClosed(args.error) ? 'Closed for the moment' : 'Page Not Found', NO_INDEX)(args)

export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && isClosed(error))
    return <ClosedShop message={(error.data as Website).message} />
  return (
    <Frame>
      {isRouteErrorResponse(error) && error.status === 404 ? (
        <NotFound />
      ) : (
        <ErrorNotice onRetry={() => window.location.reload()} />
      )}
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <NewsStrip />
    <Header />
    <main id="content" tabIndex={-1} className="flex-1 outline-none">
      {children}
    </main>
    <Footer />
    <ChatButton />
    <BottomBar />
  </div>
)
