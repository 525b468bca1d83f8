import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  createAnnouncement,
  getAnnouncement,
  listAnnouncements,
  type Audience,
} from '#contract/backoffice/announcements.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { DateField, LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { AudienceFields, useReach } from './audience-fields.tsx'
import { tellPeople } from './audience-words.ts'
import {
  NEW_ANNOUNCEMENT,
  toAnnouncement,
  AnnouncementFormValues,
} from './announcement-form-values.ts'

const WHERE = [
  { value: 'shop', label: 'Above the shop' },
  { value: 'mail', label: 'By email' },
  { value: 'both', label: 'Above the shop and by email' },
]

type AnnouncementInput = ReturnType<typeof toAnnouncement>

/** Sends a message to every visitor as a banner, or to a group of customers by email. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState<AnnouncementInput | null>(null)
  const send = useSend(createAnnouncement, {
    refetch: [listAnnouncements, getAnnouncement],
    onDone: onClose,
  })
  return (
    <Dialog title="Announce" isOpen onClose={onClose}>
      <Form
        schema={AnnouncementFormValues}
        initial={NEW_ANNOUNCEMENT}
        submit={{ label: 'Publish', busyLabel: 'Publishing...' }}
        onCancel={onClose}
        onSubmit={async (typed) => {
          const input = toAnnouncement(typed)
          // An email can't be taken back, so the dialog asks for confirmation first.
          if (input.audience) setAsked(input)
          else await send.mutateAsync(input)
        }}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <LongTextField name="message" label="Message" rows={3} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            name="link"
            label="Link"
            autoComplete="off"
            hint="For example /leaderboard. Leave empty for none."
          />
          <DateField
            name="endsAt"
            label="Last Day"
            hint="The last day it is shown and sent. Leave empty for no end date."
          />
        </div>
        <SelectField name="where" label="Where" options={WHERE} />
        <ByMail />
      </Form>
      {asked?.audience && (
        <ConfirmMail
          audience={asked.audience}
          isBusy={send.isPending}
          onConfirm={() => send.mutate(asked, { onError: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
    </Dialog>
  )
}

function ByMail() {
  const where = useWatch({ name: 'where' }) as AnnouncementFormValues['where']
  if (where !== 'shop') return <AudienceFields />
  return (
    <p className="text-sm text-soft">
      It appears at the top of the shop until a visitor dismisses it. The newest one that hasn’t
      ended is shown.
    </p>
  )
}

type ConfirmProps = {
  audience: Audience
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

function ConfirmMail({ audience, isBusy, onConfirm, onClose }: ConfirmProps) {
  const { data } = useReach(audience)
  return (
    <Confirm
      question={data ? `Send it to ${tellPeople(data.reachedCount)}?` : 'Send it by email?'}
      action={{ label: 'Send', isBusy }}
      isOpen
      onConfirm={onConfirm}
      onClose={onClose}
    >
      We send a hundred at a time, so other emails aren’t delayed. You can stop it, but emails
      already sent can’t be recalled.
    </Confirm>
  )
}
