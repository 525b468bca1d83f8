import { useSuspenseQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import { addBan, BanKind, listBans } from '#contract/orders/risk.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { BAN_KINDS } from './ban-kinds.ts'

const KINDS = BanKind.exclude(['card', 'paypal']).options

export function BanDialog({ onClose }: { onClose: () => void }) {
  const { data: games } = useSuspenseQuery(query(listGameNames, {}))
  const send = useSend(addBan, { refetch: [listBans], onDone: onClose })
  return (
    <Dialog title="Add to the ban list" isOpen onClose={onClose}>
      <Form
        schema={addBan.input}
        initial={{ kind: 'email', value: '', note: '', gameId: games[0]?._id ?? '' }}
        submit={{ label: 'Ban', busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={({ gameId, ...ban }) =>
          send.mutateAsync({ ...ban, ...(ban.kind === 'player' && gameId && { gameId }) })
        }
      >
        <SelectField
          name="kind"
          label="Kind"
          options={KINDS.map((value) => ({ value, label: BAN_KINDS[value].label }))}
        />
        <Value games={games.map(({ _id, gameName }) => ({ value: _id, label: gameName }))} />
        <LongTextField name="note" label="Reason" rows={2} hint="Only staff can see this." />
      </Form>
    </Dialog>
  )
}

function Value({ games }: { games: { value: string; label: string }[] }) {
  const kind = useWatch<Record<'kind', BanKind>>({ name: 'kind' })
  return (
    <>
      {kind === 'player' && <SelectField name="gameId" label="Game" options={games} />}
      <TextField
        name="value"
        label={BAN_KINDS[kind].field}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}
