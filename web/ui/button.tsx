import type { ComponentProps } from 'react'
import { Spinner } from './status/spinner.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'md' | 'sm'

const BASE =
  'inline-flex items-center justify-center gap-2 font-semibold select-none whitespace-nowrap ' +
  'transition-[background-color,box-shadow,translate] duration-(--duration-quick) ease-out ' +
  'active:translate-y-px disabled:opacity-60 aria-busy:opacity-80'

const LOOKS: Record<Look, string> = {
  primary: 'facet bg-lantern text-on-lantern hover:bg-lantern-bright hover:shadow-glow',
  plain: 'rounded-md border border-line bg-raised text-ink hover:border-edge shadow-low',
  quiet: 'rounded-md text-ink hover:bg-sunken',
  danger: 'rounded-md border border-bad bg-bad-soft text-bad hover:shadow-low',
}

const SIZES: Record<Size, string> = {
  md: 'min-h-11 px-5 text-base',
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
}

export const buttonLook = (look: Look = 'plain', size: Size = 'md') =>
  `${BASE} ${LOOKS[look]} ${SIZES[size]}`

type Props = ComponentProps<'button'> & {
  look?: Look
  size?: Size
  isBusy?: boolean
  busyLabel?: string
}

/** A busy button keeps the focus, announces that it is busy, and ignores further presses. */
export function Button({
  look,
  size,
  isBusy = false,
  busyLabel = 'Processing...',
  className = '',
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook(look, size)} ${className}`}
    >
      {isBusy ? (
        <>
          <Spinner /> {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A button that shows only an icon. Screen readers and the tooltip use the label. */
export const IconButton = ({ label, className = '', ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={`inline-grid size-11 place-items-center rounded-md text-ink transition-colors duration-(--duration-quick) hover:bg-sunken disabled:opacity-50 ${className}`}
  />
)
