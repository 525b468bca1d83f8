import type { ReactNode } from 'react'
import { textLink } from '#web/ui/text-link.ts'
import { BoltIcon, CheckIcon, KeyIcon, ReceiptIcon } from '#web/ui/icons/icons.tsx'
import type { ShownGame } from './load-game.ts'

/** Describes the game, the shop's promises and the steps of a purchase. */
export const AboutGame = ({ game }: { game: ShownGame }) => {
  const fields = game.playerFields.join(' and ')
  return (
    <aside aria-label="About this game" className="grid content-start gap-8">
      {game.description && (
        <Part title="About">
          <p className="whitespace-pre-line text-soft">{game.description}</p>
          {/^https?:\/\//.test(game.link) && (
            <a
              href={game.link}
              target="_blank"
              rel="noopener noreferrer"
              className={`inline-flex min-h-11 items-center justify-self-start ${textLink}`}
            >
              The game’s own site
            </a>
          )}
        </Part>
      )}
      <Part title="You can count on">
        <ul className="grid gap-3">
          <Assurance icon={<BoltIcon />}>
            {game.isDeliveredByHand
              ? `${game.known.usually}: our team tops up your account.`
              : 'Delivery starts as soon as your payment arrives, at any hour.'}
          </Assurance>
          <Assurance icon={<KeyIcon />}>No password needed: just your {fields}.</Assurance>
          {game.isValidationRequired && (
            <Assurance icon={<CheckIcon />}>You see your player’s name before you pay.</Assurance>
          )}
          <Assurance icon={<ReceiptIcon />}>
            If we can’t deliver your pack, your money goes back to your wallet.
          </Assurance>
        </ul>
      </Part>
      <Part title="How to top up">
        <ol className="grid gap-3">
          <Step at={1}>Choose a pack.</Step>
          <Step at={2}>Enter your {fields}.</Step>
          <Step at={3}>Check your order and pay.</Step>
          <Step at={4}>Follow your order until it arrives.</Step>
        </ol>
      </Part>
    </aside>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
)

const Assurance = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-3">
    <span className="mt-0.5 text-glass">{icon}</span>
    <span>{children}</span>
  </li>
)

const Step = ({ at, children }: { at: number; children: ReactNode }) => (
  <li className="flex gap-3">
    <span
      className="money w-5 shrink-0 text-lg leading-6 font-heavy text-lantern-deep"
      aria-hidden="true"
    >
      {at}
    </span>
    <span>{children}</span>
  </li>
)
