import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Badge } from '#web/ui/status/badge.tsx'
import { popupLook, veilLook } from '#web/ui/dialog/dialog-look.ts'
import { CloseIcon, SearchIcon } from '#web/ui/icons/icons.tsx'
import { toGroups, type Hit, type HitGroup, type Offered } from './office-hits.ts'
import { useOfficeSearch } from './use-office-search.ts'

type Props = { offered: Offered; opening: number; isOpen: boolean; onClose: () => void }

const LOOK = `${popupLook} top-[max(1rem,8dvh)]! max-w-text! translate-y-0! grid max-h-[min(40rem,calc(100dvh-2rem))]! grid-rows-[auto_minmax(0,1fr)] overflow-hidden! p-0!`

/** A search field with its results. Closing it restores the focus; following a result focuses the new page. */
export function OfficePalette({ offered, opening, isOpen, onClose }: Props) {
  const left = useRef(0) // the opening in which a result was followed
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      onOpenChangeComplete={(open) => {
        if (!open && left.current === opening)
          document.querySelector<HTMLElement>('#content')?.focus()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={veilLook} />
        <Dialog.Popup
          aria-label="Search the back office"
          className={LOOK}
          finalFocus={() => left.current !== opening}
        >
          <Palette
            key={opening}
            offered={offered}
            onFollow={() => {
              left.current = opening
              onClose()
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type PaletteProps = { offered: Offered; onFollow: () => void }

function Palette({ offered, onFollow }: PaletteProps) {
  const { text, answer, type } = useOfficeSearch()
  const groups = toGroups(answer?.found ?? null, text, offered)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const words = sayFound(text, answer, count)
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press' && reason !== 'escape-key') type(value)
      }}
      itemToStringValue={({ title }: Hit) => title}
    >
      <div className="relative border-b border-line">
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-13 place-items-center text-soft">
          <SearchIcon />
        </span>
        <Autocomplete.Input
          aria-label="Search the back office"
          placeholder="Email, phone, UTR, invoice, player, game…"
          autoComplete="off"
          enterKeyHint="go"
          className="min-h-14 w-full bg-transparent pr-14 pl-13 text-base outline-none placeholder:text-soft"
        />
        <Dialog.Close
          aria-label="Close"
          className="absolute inset-y-1.5 right-1.5 grid w-11 place-items-center rounded-md text-soft hover:bg-sunken"
        >
          <CloseIcon />
        </Dialog.Close>
      </div>
      <output className="sr-only">{words}</output>
      <div className="overflow-y-auto overscroll-contain p-2">
        {count === 0 && words && (
          <p aria-hidden="true" className="px-3 py-6 text-center text-soft">
            {words}
          </p>
        )}
        <Autocomplete.List>
          {(group: HitGroup) => <Group key={group.value} group={group} onFollow={onFollow} />}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

type Answer = ReturnType<typeof useOfficeSearch>['answer']

function sayFound(text: string, answer: Answer, count: number): string {
  if (!text.trim()) return ''
  if (!answer) return 'Searching…'
  if (!answer.found) return 'Search isn’t responding. Please try again.'
  if (count === 0) return `No results for “${answer.text}”.`
  return count === 1 ? '1 found' : `${count} found`
}

const Group = ({ group, onFollow }: { group: HitGroup; onFollow: () => void }) => (
  <Autocomplete.Group items={group.items} className="pb-2 last:pb-0">
    <Autocomplete.GroupLabel className="px-3 py-1.5 text-xs font-semibold text-soft">
      {group.value}
    </Autocomplete.GroupLabel>
    <Autocomplete.Collection>
      {(hit: Hit) => (
        <Autocomplete.Item
          key={hit.id}
          value={hit}
          onClick={onFollow}
          render={<Link to={hit.to} tabIndex={-1} />}
          className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 outline-none select-none data-highlighted:bg-lantern-soft"
        >
          <Line hit={hit} />
        </Autocomplete.Item>
      )}
    </Autocomplete.Collection>
  </Autocomplete.Group>
)

const Line = ({ hit: { title, about, badge, amount } }: { hit: Hit }) => (
  <>
    <span className="grid min-w-0 flex-1">
      <span className="truncate font-medium">{title}</span>
      {about && <span className="text-sm text-soft max-sm:line-clamp-2 sm:truncate">{about}</span>}
    </span>
    {(badge || amount) && (
      <span className="grid shrink-0 justify-items-end gap-0.5">
        {amount && <span className="money text-sm">{amount}</span>}
        {badge && (
          <Badge tone={badge.tone}>
            <span className="first-letter:uppercase">{badge.words}</span>
          </Badge>
        )}
      </span>
    )}
  </>
)
