import { useId, useState, type ReactNode } from 'react'

/** Style of the switch. The whole row can be pressed. */
const track =
  'relative h-6 w-11 shrink-0 rounded-full border border-edge bg-sunken transition-colors peer-checked:border-lantern-deep peer-checked:bg-lantern-deep ' +
  'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-glass ' +
  'after:absolute after:top-[3px] after:left-[3px] after:size-4 after:rounded-full after:bg-edge after:transition-[translate] peer-checked:after:translate-x-5 peer-checked:after:bg-raised'

type Props = {
  label: string
  hint: ReactNode
  isOn: boolean
  isBusy: boolean
  /** `onSettled` runs when the change is saved or refused. */
  onChange: (isOn: boolean, settled: { onSettled: () => void }) => void
}

/** A setting that is saved as soon as it is switched. */
export function Switch({ label, hint, isOn, isBusy, onChange }: Props) {
  const id = useId()
  const [wanted, setWanted] = useState<boolean | null>(null) // the chosen state until it is saved
  const shown = wanted ?? isOn

  function change(next: boolean): void {
    if (isBusy) return
    setWanted(next)
    onChange(next, { onSettled: () => setWanted(null) })
  }

  return (
    <>
      <label className="relative flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          role="switch"
          aria-checked={shown}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
          aria-describedby={id}
          checked={shown}
          aria-disabled={isBusy}
          onChange={(event) => change(event.target.checked)}
        />
        <span aria-hidden="true" className={track} />
        {label}
      </label>
      <p id={id} className="pl-14 text-sm text-soft">
        {hint}
      </p>
    </>
  )
}
