import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Brand } from './brand.tsx'
import { useShopFacts, useShopName } from '#web/features/shop-facts/use-shop-facts.ts'
import { ThemeButton } from './theme-button.tsx'

const SHOP = [
  { to: paths.home, label: 'Games' },
  { to: paths.region, label: 'Check region' },
  { to: paths.services, label: 'Services' },
  { to: paths.leaderboard, label: 'Leaderboard' },
]

const LEGAL = [
  { to: paths.privacy, label: 'Privacy policy' },
  { to: paths.terms, label: 'Terms and conditions' },
  { to: paths.refunds, label: 'Refund policy' },
]

const CHANNELS = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  x: 'X',
  telegram: 'Telegram',
  discord: 'Discord',
} as const

export function Footer() {
  const facts = useShopFacts()
  const shopName = useShopName()
  const channels = Object.entries(CHANNELS).flatMap(([name, label]) => {
    const href = facts?.socialLinks[name as keyof typeof CHANNELS]
    return href ? [{ href, label }] : []
  })
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-8 px-4 pt-10 pb-8 grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.3fr]">
        <div className="col-span-full grid content-start justify-items-start gap-3 lg:col-auto">
          <Brand />
          <Hours shopName={shopName} />
          <p className="text-sm text-soft">Prices in {facts?.currencyWords ?? 'rupees'}.</p>
        </div>
        <List title="Shop">
          {SHOP.map(({ to, label }) => (
            <Link key={to} to={to} className={lineLook}>
              {label}
            </Link>
          ))}
        </List>
        <List title="Good to know">
          {LEGAL.map(({ to, label }) => (
            <Link key={to} to={to} className={lineLook}>
              {label}
            </Link>
          ))}
        </List>
        {(channels.length > 0 || facts?.supportUrl || facts?.supportEmail) && (
          <List title="Talk to us">
            {facts?.supportUrl && <Away href={facts.supportUrl}>Chat</Away>}
            {facts?.supportEmail && (
              <a href={`mailto:${facts.supportEmail}`} className={lineLook}>
                {facts.supportEmail}
              </a>
            )}
            <span className="flex flex-wrap gap-x-5">
              {channels.map(({ href, label }) => (
                <Away key={label} href={href}>
                  {label}
                </Away>
              ))}
            </span>
          </List>
        )}
      </div>
      <div className="mx-auto max-w-page px-4">
        <div className="flex items-center justify-between gap-4 border-t border-line py-3 text-sm text-soft">
          <p>{facts?.legal.businessName || shopName}</p>
          <span className="for-scripted md:hidden">
            <ThemeButton />
          </span>
        </div>
      </div>
    </footer>
  )
}

const lineLook =
  'inline-flex min-h-11 items-center wrap-anywhere text-soft hover:text-ink hover:underline'

const Away = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={lineLook}>
    {children}
  </a>
)

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid content-start justify-items-start">
    <h2 className="mb-1 text-base">{title}</h2>
    {children}
  </section>
)

const Hours = ({ shopName }: { shopName: string }) => (
  <p className="max-w-prose text-soft">
    Game top-ups at any time: {shopName} is open 24 hours a day, 7 days a week. Choose a pack, pay,
    and follow it to your player.
  </p>
)
