import type { CheckOutcome as Outcome } from '#contract/credentials.ts'
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx'

type Props = { title: string; outcome: Outcome | undefined }

/** What a company said of the shop's credentials. Its place is kept, so that nothing moves when the answer comes. */
export function CheckOutcome({ title, outcome }: Props) {
  const Icon = outcome?.isGood ? CheckIcon : CloseIcon
  return (
    <output className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)] content-start gap-2 border-t border-line px-2 pt-3 text-sm">
      {outcome ? (
        <>
          <Icon className={`size-5 ${outcome.isGood ? 'text-good' : 'text-bad'}`} />
          <span className="font-medium wrap-anywhere">{outcome.message}</span>
        </>
      ) : (
        <span className="col-span-full text-soft">
          A check asks {title} whether it knows the shop.
        </span>
      )}
    </output>
  )
}
