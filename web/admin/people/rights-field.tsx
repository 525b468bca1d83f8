import { useId } from 'react'
import { Right } from '#contract/core/endpoint.ts'

const WORDS: Record<Right, [title: string, what: string]> = {
  figures: ['Figures', 'See revenue and profit on the dashboard.'],
  orders: ['Orders', 'See all orders, deliver by hand, and end or refund them.'],
  payments: [
    'Payments',
    'See transactions and payments, and send payouts to the original payment method.',
  ],
  catalogue: ['Catalogue', 'Manage games, packs, prices, categories, tags and images.'],
  marketing: ['Marketing', 'Manage coupons, banners, announcements, links and services.'],
  customers: ['Customers', 'Look customers up, and block them.'],
  support: ['Support', 'Read and answer customers’ messages.'],
}

type Props = { value: Right[]; onChange: (rights: Right[]) => void }

/** Checkboxes for a staff member's rights, each with an explanation. */
export function RightsField({ value, onChange }: Props) {
  const id = useId()
  const toggle = (right: Right, isOn: boolean) =>
    onChange(Right.options.filter((one) => (one === right ? isOn : value.includes(one))))
  return (
    <fieldset className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
      <legend className="mb-1 text-sm font-semibold">May do</legend>
      {Right.options.map((right) => {
        const [title, what] = WORDS[right]
        return (
          <div key={right} className="py-1">
            <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
              <input
                type="checkbox"
                aria-describedby={`${id}-${right}`}
                checked={value.includes(right)}
                onChange={(event) => toggle(right, event.target.checked)}
                className="size-5 accent-lantern-deep"
              />
              {title}
            </label>
            <p id={`${id}-${right}`} className="-mt-2 pl-8 text-sm text-soft">
              {what}
            </p>
          </div>
        )
      })}
    </fieldset>
  )
}
