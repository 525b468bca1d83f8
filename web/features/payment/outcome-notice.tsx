import { CheckIcon, ClockIcon, CloseIcon, ReturnIcon } from '#web/ui/icons/icons.tsx'

const LOOKS = {
  paid: { Icon: CheckIcon, colours: 'bg-completed-soft text-completed' },
  waiting: { Icon: ClockIcon, colours: 'bg-pending-soft text-pending' },
  failed: { Icon: CloseIcon, colours: 'bg-failed-soft text-failed' },
  refunded: { Icon: ReturnIcon, colours: 'bg-refunded-soft text-refunded' },
} as const

type Props = { is: keyof typeof LOOKS; title: string; words: string; isPageTitle?: boolean }

/** The outcome of a payment. Screen readers announce each change. */
export function OutcomeNotice({ is, title, words, isPageTitle = false }: Props) {
  const { Icon, colours } = LOOKS[is]
  const Heading = isPageTitle ? 'h1' : 'h2'
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <span className={`facet-4 grid size-16 place-items-center ${colours}`}>
        <Icon className={`size-8 ${is === 'waiting' ? 'animate-await' : ''}`} />
      </span>
      {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not contain block elements */}
      <div role="status" className="grid justify-items-center gap-3">
        <Heading className="text-2xl">{title}</Heading>
        <p className="max-w-prose text-soft">{words}</p>
      </div>
    </div>
  )
}
