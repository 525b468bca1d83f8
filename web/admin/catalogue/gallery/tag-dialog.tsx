import { useWatch } from 'react-hook-form'
import {
  createTag,
  editTag,
  listAllTags,
  listTags,
  type Tag as TagOf,
} from '#contract/catalogue/tags.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ColourField } from '#web/ui/form/colour-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { readableOn } from '#web/ui/text/readable.ts'
import { Tag } from '#web/ui/status/tag.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

const AT_FIRST = { tagName: '', tagColor: '#1a1205', tagBackground: '#f4b942' }

type Props = { tag: TagOf | null; onClose: () => void }

export function TagDialog({ tag, onClose }: Props) {
  const done = { refetch: [listTags, listAllTags], onDone: onClose }
  const create = useSend(createTag, done)
  const edit = useSend(editTag, done)
  const { version, load } = useVersion(tag, async () => {
    const all = await call(listAllTags, {})
    return all.find(({ _id }) => _id === tag!._id)
  })
  const { _id: id, ...initial } = version ?? { _id: '', ...AT_FIRST }
  return (
    <Dialog title={tag ? 'Edit Tag' : 'Add Tag'} isOpen onClose={onClose}>
      <Form
        schema={createTag.input}
        initial={initial}
        submit={{ label: tag ? 'Save' : 'Add Tag', busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={(typed) =>
          tag
            ? edit.mutateAsync({ id, ...changesOf(initial, typed), was: initial })
            : create.mutateAsync(typed)
        }
      >
        <TextField name="tagName" label="Tag Name" autoComplete="off" />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <ColourField name="tagColor" label="Tag Color" />
          <ColourField name="tagBackground" label="Tag Background" />
        </div>
        <Preview />
        <FormConflict load={async () => ({ ...(await load()) })} />
      </Form>
    </Dialog>
  )
}

/** Previews the tag. An invalid colour falls back to the initial one. */
function Preview() {
  const typed = useWatch() as typeof AT_FIRST
  const { tagColor, tagBackground } = createTag.input.shape
  const background = tagBackground.safeParse(typed.tagBackground).data ?? AT_FIRST.tagBackground
  const wanted = tagColor.safeParse(typed.tagColor).data ?? AT_FIRST.tagColor
  const color = readableOn(background, wanted)
  return (
    <fieldset className="grid gap-2 rounded-md bg-sunken p-4">
      <legend className="sr-only">Preview</legend>
      <span>
        <Tag name={typed.tagName.trim() || 'Tag'} color={color} background={background} />
      </span>
      {color !== wanted && (
        <p className="text-sm text-soft">
          This colour is hard to read on its background, so the shop uses {color}.
        </p>
      )}
    </fieldset>
  )
}
