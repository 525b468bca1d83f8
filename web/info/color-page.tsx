import { useId, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { titled } from '#web/features/shop-facts/head.ts'
import { toast } from '#web/state/toasts.ts'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ClientOnly } from '#web/ui/client-only.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { CheckIcon, SearchIcon } from '#web/ui/icons/icons.tsx'
import { ImagePicker } from '#web/ui/form/image-picker.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { MultiSelect } from '#web/ui/form/choice/multi-select.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Swatches, Letters } from './tokens.tsx'

export const meta = titled('Colours and pieces')

const TONES: Tone[] = [
  'pending',
  'processing',
  'completed',
  'cancelled',
  'failed',
  'refunded',
  'lantern',
  'glass',
]

/** Shows all colours and components of the design on one page. */
export default function ColorPage() {
  return (
    <div className="mx-auto grid max-w-page gap-12 px-4 py-10">
      <h1 className="text-3xl">Colours and pieces</h1>
      <Part title="Colours">
        <Swatches />
      </Part>
      <Part title="Letters">
        <Letters />
      </Part>
      <Part title="Buttons">
        <Buttons />
      </Part>
      <Part title="States">
        <p className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
      </Part>
      <Part title="Questions">
        <ClientOnly>
          <Questions />
        </ClientOnly>
      </Part>
      <Part title="Over the page">
        <ClientOnly>
          <Overlays />
        </ClientOnly>
      </Part>
      <Part title="Lists">
        <ClientOnly>
          <Lists />
        </ClientOnly>
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4">
    <h2 className="text-2xl">{title}</h2>
    {children}
  </section>
)

const Buttons = () => (
  <p className="flex flex-wrap items-center gap-3">
    <Button look="primary">Buy now</Button>
    <Button>Plain</Button>
    <Button look="quiet">Quiet</Button>
    <Button look="danger">Danger</Button>
    <Button look="primary" isBusy>
      Busy
    </Button>
    <Button look="primary" disabled>
      Not now
    </Button>
    <Button size="sm">Small</Button>
    <IconButton label="Search">
      <SearchIcon />
    </IconButton>
  </p>
)

const Question = z.strictObject({
  name: z.string().min(1, 'Please enter a name'),
  amount: z.string().regex(/^\d+$/, 'Please enter amount'),
})

const GAMES = ['Moonfall Arena', 'Stonekeep', 'Tide Runners', 'Ember Chess'].map((label) => ({
  value: label,
  label,
}))

function Questions() {
  const id = useId()
  const [games, setGames] = useState(GAMES.slice(0, 2))
  return (
    <div className="grid max-w-text gap-6 md:grid-cols-2">
      <Form
        schema={Question}
        initial={{ name: '', amount: '' }}
        submit={{ label: 'Send' }}
        onSubmit={async ({ name }) => toast('success', `Thank you, ${name}`)}
      >
        <TextField name="name" label="Name" />
        <TextField name="amount" label="Amount" inputMode="numeric" before="₹" hint="In rupees" />
      </Form>
      <div className="grid content-start gap-5">
        <Field label="Server">
          {(wiring) => (
            <Select
              {...wiring}
              options={['Asia', 'Europe', 'America'].map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-games`} className="text-sm font-semibold">
            Games
          </label>
          <MultiSelect
            id={`${id}-games`}
            label="game"
            options={GAMES}
            chosen={games}
            onChange={setGames}
          />
        </div>
        <ImagePicker label="Picture" onPick={() => {}} />
      </div>
    </div>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <p className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Menu trigger={<Button>Menu</Button>}>
        <MenuItem icon={<CheckIcon />} onChoose={() => toast('info', 'Chosen')}>
          Choose this
        </MenuItem>
        <MenuItem onChoose={() => toast('info', 'Chosen too')}>Or this</MenuItem>
      </Menu>
      <Button onClick={() => toast('success', 'Saved')}>Good news</Button>
      <Button onClick={() => toast('error', 'Something went wrong!')}>Bad news</Button>
      <Dialog title="A dialog" isOpen={open === 'dialog'} onClose={close}>
        <p className="text-soft">A task of its own. Escape leaves it.</p>
      </Dialog>
      <Confirm
        question="Are you sure?"
        action={{ label: 'Delete', isDangerous: true }}
        isOpen={open === 'confirm'}
        onConfirm={close}
        onClose={close}
      >
        This cannot be undone.
      </Confirm>
    </p>
  )
}

const PACKS = [
  { name: '86 gems', price: '₹129.00' },
  { name: '172 gems', price: '₹249.00' },
  { name: '1,412 gems', price: '₹1,999.00' },
]

function Lists() {
  const [page, setPage] = useState(4)
  return (
    <Tabs
      label="Kinds of lists"
      tabs={[
        {
          value: 'table',
          label: 'Table',
          content: (
            <div className="grid gap-4">
              <Table
                caption="Packs"
                columns={[
                  { title: 'Pack', cell: ({ name }) => name },
                  { title: 'Price', isFigure: true, cell: ({ price }) => price },
                ]}
                rows={PACKS}
                keyOf={({ name }) => name}
              />
              <Pagination page={page} pageCount={12} onChange={setPage} />
            </div>
          ),
        },
        {
          value: 'waiting',
          label: 'Waiting',
          content: (
            <div className="grid gap-3">
              <Skeleton className="h-8 w-48" />
              <Skeleton className="h-24 w-full" />
            </div>
          ),
        },
        {
          value: 'empty',
          label: 'Empty',
          content: <EmptyState title="No orders yet">Your first one will show here.</EmptyState>,
        },
      ]}
    />
  )
}
