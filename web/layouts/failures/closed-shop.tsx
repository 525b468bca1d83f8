import { Link } from 'react-router'
import { worksHere } from '#contract/accounts/rights.ts'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { ClientOnly } from '#web/ui/client-only.tsx'
import { Brand } from '#web/layouts/frame/brand.tsx'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { NightScene } from '#web/features/pictures/night-scene.tsx'
import { ThemeButton } from '#web/layouts/frame/theme-button.tsx'
import { UserButton } from '#web/features/session/user-button.tsx'

/** Shown while the shop is closed. Staff still get a link to the back office. */
export function ClosedShop({ message }: { message: string }) {
  const facts = useShopFacts()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr]">
      <header className="mx-auto flex min-h-16 w-full max-w-page items-center gap-2 px-4">
        <Brand />
        <span className="ml-auto" />
        <ThemeButton />
        <UserButton />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="relative isolate grid content-center overflow-hidden bg-night text-on-night outline-none"
      >
        <NightScene className="absolute inset-0 -z-10 size-full object-cover opacity-40" />
        <div className="mx-auto grid w-full max-w-page gap-5 px-4 py-16">
          <h1 className="text-hero">Closed for the moment</h1>
          <p className="max-w-[46ch] text-lg whitespace-pre-line">
            {message || 'We’re making some changes and will be back soon.'}
          </p>
          <p className="max-w-[46ch]">We still deliver paid orders, and your wallet is safe.</p>
          <p className="flex flex-wrap gap-3">
            <Link to={paths.login} className={`for-visitors ${buttonLook('plain')}`}>
              Log in
            </Link>
            <Link to={paths.dashboard} className={`for-members ${buttonLook('plain')}`}>
              Go to your dashboard
            </Link>
            <ClientOnly>
              <BackOffice />
            </ClientOnly>
            {facts?.supportUrl && (
              <a href={facts.supportUrl} className="inline-flex min-h-11 items-center underline">
                Chat with us
              </a>
            )}
          </p>
        </div>
      </main>
    </div>
  )
}

function BackOffice() {
  const user = useCurrentUser()
  if (!user || !worksHere(user)) return null
  return (
    <Link to={paths.office} className={buttonLook('primary')}>
      Admin panel
    </Link>
  )
}
