import { useId, type ComponentProps, type ReactNode } from 'react'

type Props = Pick<ComponentProps<'input'>, 'disabled' | 'onKeyDown'> & {
  group: string
  isChosen: boolean
  onChoose: () => void
  title: string
  children: ReactNode // details beside the title
  className?: string
}

/** A radio button whose whole card can be pressed. */
export function RadioCard({
  group,
  isChosen,
  onChoose,
  title,
  children,
  className = '',
  ...input
}: Props) {
  const id = useId()
  return (
    <div className="relative flex h-full min-h-14 items-center gap-4 rounded-md border border-line bg-raised py-2.5 pr-4 pl-5 hover:border-edge has-checked:border-lantern-deep has-checked:bg-lantern-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-glass has-disabled:border-line has-disabled:bg-sunken">
      <input
        id={id}
        type="radio"
        name={group}
        {...input}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`${id}-more`}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className="size-3 shrink-0 rotate-45 border-2 border-edge peer-checked:border-lantern-deep peer-checked:bg-lantern-deep"
      />
      <span className={`min-w-0 flex-1 ${className}`}>
        <label htmlFor={id} className="leading-snug font-semibold wrap-anywhere">
          {title}
        </label>
        <span id={`${id}-more`} className="text-sm text-soft wrap-anywhere">
          {children}
        </span>
      </span>
    </div>
  )
}
