import { Combobox } from '@base-ui/react/combobox'
import { inputLook } from '#web/ui/form/field.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons/icons.tsx'

type Option = { value: string; label: string }
type MultiSelectProps = {
  id: string
  label: string // singular noun for an option, such as 'game'
  options: Option[]
  chosen: Option[]
  onChange: (chosen: Option[]) => void
  /** For lists too long to load whole: receives the typed text and supplies the matching options. */
  onSearch?: (typed: string) => void
  /** Receives the typed text while the options are searched for it. */
  onType?: (typed: string) => void
}

/** A searchable multiple choice. Enter selects an option, Backspace removes the last one. */
export const MultiSelect = ({
  id,
  label,
  options,
  chosen,
  onChange,
  onSearch,
  onType,
}: MultiSelectProps) => (
  <Combobox.Root
    items={options}
    multiple
    value={chosen}
    // Escape only closes the list. Without this check, a second press would clear the selection.
    onValueChange={(value, { reason }) => {
      if (reason !== 'escape-key') onChange(value)
    }}
    isItemEqualToValue={(one, other) => one.value === other.value}
    {...(onType && { onInputValueChange: onType })}
    {...(onSearch && { filter: null, onInputValueChange: onSearch })}
  >
    <Combobox.InputGroup
      className={`${inputLook} h-auto py-1.5 focus-within:outline-3 focus-within:outline-glass`}
    >
      <Combobox.Chips className="flex flex-wrap items-center gap-1.5">
        {chosen.map((option) => (
          <Chip key={option.value} label={option.label} />
        ))}
        <Combobox.Input
          id={id}
          placeholder={chosen.length === 0 ? `Find a ${label}` : ''}
          className="min-h-8 min-w-24 pointer-coarse:min-h-11 flex-1 bg-transparent outline-none placeholder:text-soft/70"
        />
      </Combobox.Chips>
    </Combobox.InputGroup>
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={6} className="z-50">
        <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-high">
          <Combobox.Empty>
            <p className="px-3 py-2 text-soft">No {label} found.</p>
          </Combobox.Empty>
          <Combobox.List aria-label={`Find a ${label}`}>
            {(option: Option) => (
              <Combobox.Item
                key={option.value}
                value={option}
                className="flex min-h-11 items-center justify-between gap-3 rounded-sm px-3 outline-none select-none data-highlighted:bg-sunken"
              >
                {option.label}
                <Combobox.ItemIndicator className="text-lantern-deep">
                  <CheckIcon />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  </Combobox.Root>
)

const Chip = ({ label }: { label: string }) => (
  <Combobox.Chip
    aria-label={label}
    className="flex min-h-8 items-center gap-1 rounded-sm bg-lantern-soft pl-2.5 text-sm font-medium"
  >
    {label}
    <Combobox.ChipRemove
      aria-label={`Remove ${label}`}
      className="grid size-8 place-items-center pointer-coarse:size-11 text-soft hover:text-ink"
    >
      <CloseIcon className="size-4" />
    </Combobox.ChipRemove>
  </Combobox.Chip>
)
