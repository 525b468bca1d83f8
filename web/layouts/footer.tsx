import { SHOP_NAME } from '#contract/shop.ts'
import { Brand } from './brand.tsx'

export const Footer = () => (
  <footer className="border-t border-line bg-sunken">
    <div className="mx-auto grid max-w-page gap-3 px-4 py-10">
      <Brand />
      <p className="max-w-prose text-soft">
        Game top-ups at any hour: {SHOP_NAME} is open 24 hours a day, 7 days a week. Choose a pack,
        pay, and it is on its way to your player in moments.
      </p>
    </div>
  </footer>
)
