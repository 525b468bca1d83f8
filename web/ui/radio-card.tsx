import { useId, type ReactNode } from 'react'

type Props = {
  group: string
  isChosen: boolean
  onChoose: () => void
  title: string
  children: ReactNode // what else is to be known of it
  className?: string
}

/** One of several, large enough for a thumb: all of the card is the choice. */
export function RadioCard({ group, isChosen, onChoose, title, children, className = '' }: Props) {
  const id = useId()
  return (
    <div className="relative flex min-h-14 items-center gap-3 rounded-md border border-line bg-raised px-4 py-2.5 hover:border-edge has-checked:border-lantern-deep has-checked:bg-lantern-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-glass">
      <input
        id={id}
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`${id}-more`}
        className="relative z-1 size-4 shrink-0 outline-none"
      />
      <span className={`min-w-0 flex-1 ${className}`}>
        <label
          htmlFor={id}
          className="leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
        >
          {title}
        </label>
        <span id={`${id}-more`} className="text-sm text-soft wrap-anywhere">
          {children}
        </span>
      </span>
    </div>
  )
}
