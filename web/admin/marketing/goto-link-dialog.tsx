import {
  createGotoLink,
  editGotoLink,
  listGotoLinks,
  type GotoLink,
} from '#contract/catalogue/goto-links.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

type Props = { link: GotoLink | null; onClose: () => void }

export function GotoLinkDialog({ link, onClose }: Props) {
  const done = { refetch: [listGotoLinks], onDone: onClose }
  const create = useSend(createGotoLink, done)
  const edit = useSend(editGotoLink, done)
  const { version, load } = useVersion(link, async () => {
    const all = await call(listGotoLinks, {})
    return all.find(({ _id }) => _id === link!._id)
  })
  const initial = toFields(version)
  return (
    <Dialog title={link ? 'Edit Link' : 'Add Link'} isOpen onClose={onClose}>
      <Form
        schema={createGotoLink.input}
        initial={initial}
        submit={{ label: link ? 'Save' : 'Add Link', busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={(typed) =>
          link
            ? edit.mutateAsync({ id: link._id, ...changesOf(initial, typed), was: initial })
            : create.mutateAsync(typed)
        }
      >
        <TextField
          name="slug"
          label="Address"
          before="/go/"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(link ? { hint: 'The old address will stop working.' } : {})}
        />
        <TextField
          name="url"
          label="Leads to"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
        />
        <FormConflict load={async () => toFields(await load())} />
      </Form>
    </Dialog>
  )
}

const toFields = (link: GotoLink | null) => ({ slug: link?.slug ?? '', url: link?.url ?? '' })
