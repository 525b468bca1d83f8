import {
  createPicture,
  editPicture,
  listAllGallery,
  listGallery,
  type Picture,
} from '#contract/catalogue/gallery.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { ImageField } from '#web/ui/form/form-fields.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'

type Props = { picture: Picture | null; onClose: () => void }

export const ImageDialog = ({ picture, onClose }: Props) => (
  <Dialog title={picture ? 'Edit Image' : 'Add Image'} isOpen onClose={onClose}>
    {picture ? <Edit picture={picture} onClose={onClose} /> : <Add onClose={onClose} />}
  </Dialog>
)

const refetch = [listGallery, listAllGallery]

function Add({ onClose }: Pick<Props, 'onClose'>) {
  const send = useSend(createPicture, { refetch, onDone: onClose })
  return (
    <Form
      schema={createPicture.input}
      initial={{ imageName: '' }}
      submit={{ label: 'Add Image', busyLabel: 'Saving...' }}
      onCancel={onClose}
      onSubmit={send.mutateAsync}
    >
      <Fields />
    </Form>
  )
}

const Edited = editPicture.input.omit({ id: true })

function Edit({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const { _id: id, imageName, image } = picture
  const send = useSend(editPicture, { refetch, onDone: onClose })
  return (
    <Form
      schema={Edited}
      initial={{ imageName }}
      submit={{ label: 'Save', busyLabel: 'Saving...' }}
      onCancel={onClose}
      onSubmit={({ image, ...typed }) =>
        send.mutateAsync({ id, ...changesOf({ imageName }, typed), ...(image && { image }) })
      }
    >
      <Fields current={image} />
    </Form>
  )
}

const Fields = ({ current }: { current?: string }) => (
  <>
    <TextField name="imageName" label="Image Name" autoComplete="off" />
    <ImageField name="image" label="Image" {...(current ? { current } : {})} />
  </>
)
