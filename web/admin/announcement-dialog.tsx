import { z } from 'zod'
import { createAnnouncement, getAnnouncement, listAnnouncements } from '#contract/announcements.ts'
import { dayEnd } from '#contract/period.ts'
import { useSend } from '#web/api/use-send.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, TextField } from '#web/ui/form.tsx'
import { LongTextField } from '#web/ui/form-fields.tsx'

const { title, message, link, isMailed } = createAnnouncement.input.shape

const TypedAnnouncement = z.strictObject({
  title,
  message: message.unwrap(),
  link: link.unwrap(),
  endsAt: z.union(
    [
      z.literal('').transform(() => null),
      z.iso.date().transform((day) => dayEnd(day).toISOString()),
    ],
    'Please enter a date',
  ),
  isMailed: isMailed.unwrap(),
})

/** What every visitor reads above the shop. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const send = useSend(createAnnouncement, {
    refetch: [listAnnouncements, getAnnouncement],
    onDone: onClose,
  })
  return (
    <Dialog title="Announce" isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        It stands above the shop for everybody, until they put it away. The newest that has not
        ended is the one that is shown.
      </p>
      <Form
        schema={TypedAnnouncement}
        initial={{ title: '', message: '', link: '', endsAt: '', isMailed: false }}
        submit={{ label: 'Publish', busyLabel: 'Publishing...' }}
        onCancel={onClose}
        onSubmit={send.mutateAsync}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <LongTextField name="message" label="Message" rows={3} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            name="link"
            label="Link"
            autoComplete="off"
            hint="Such as /leaderboard; empty for none."
          />
          <TextField
            name="endsAt"
            label="Last Day"
            type="date"
            hint="Shown to its end; empty until it is deleted."
          />
        </div>
        <CheckField
          name="isMailed"
          label="Send it by e-mail too"
          hint="To everybody who has proven their e-mail, a hundred at a time. It cannot be taken back."
        />
      </Form>
    </Dialog>
  )
}
