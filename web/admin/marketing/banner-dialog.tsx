import {
  createBanner,
  editBanner,
  findBannerAsAdmin,
  listBannersAsAdmin,
  type Banner,
} from '#contract/catalogue/banners.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { DateField, ImageField, LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { today } from './today.ts'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

type Props = { banner: Banner | null; onClose: () => void }

/** The server makes the slug from the title. Editing a banner does not change its slug. */
const NewBanner = createBanner.input.omit({ bannerSlug: true })
const EditedBanner = editBanner.input.omit({ bannerSlug: true, id: true, was: true })

export const BannerDialog = ({ banner, onClose }: Props) => (
  <Dialog title={banner ? 'Edit Banner' : 'Add Banner'} isOpen onClose={onClose}>
    {banner ? <Edit banner={banner} onClose={onClose} /> : <Add onClose={onClose} />}
  </Dialog>
)

function Add({ onClose }: Pick<Props, 'onClose'>) {
  const send = useSend(createBanner, { refetch: [listBannersAsAdmin], onDone: onClose })
  return (
    <Form
      schema={NewBanner}
      initial={{
        bannerTitle: '',
        bannerSummary: '',
        bannerDescription: '',
        bannerDate: today(),
        bannerFrom: '',
        bannerLink: '',
        isShow: 'true',
      }}
      submit={{ label: 'Add Banner', busyLabel: 'Saving...' }}
      onCancel={onClose}
      onSubmit={send.mutateAsync}
    >
      <Fields />
    </Form>
  )
}

function Edit({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const { _id: id } = banner
  const { version, load } = useVersion(banner, () => call(findBannerAsAdmin, { id }))
  const was = toFields(version)
  const send = useSend(editBanner, { refetch: [listBannersAsAdmin], onDone: onClose })
  return (
    <Form
      schema={EditedBanner}
      initial={toInitial(was)}
      submit={{ label: 'Save', busyLabel: 'Saving...' }}
      onCancel={onClose}
      onSubmit={({ image, ...typed }) =>
        send.mutateAsync({
          id,
          ...changesOf(was, typed),
          was,
          ...(image && { image }),
        })
      }
    >
      <Fields current={version.bannerImage} />
      <FormConflict load={async () => toInitial(toFields(await load()))} />
    </Form>
  )
}

const toFields = ({
  _id,
  bannerSlug: _slug,
  bannerImage: _image,
  picture: _picture,
  ...fields
}: Banner) => fields

const toInitial = ({ isShow, ...texts }: ReturnType<typeof toFields>) =>
  ({ ...texts, isShow: isShow ? 'true' : 'false' }) as const

const SHOWING = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const Fields = ({ current }: { current?: string }) => (
  <>
    <ImageField
      name="image"
      label="Image"
      hint="16 to 7 landscape. The text covers its left side."
      {...(current ? { current } : {})}
    />
    <TextField name="bannerTitle" label="Title" autoComplete="off" />
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField name="bannerFrom" label="From" autoComplete="off" />
      <DateField name="bannerDate" label="Date" />
      <TextField
        name="bannerLink"
        label="Link"
        autoComplete="off"
        hint="For example /product/moonfall, or https://…"
      />
      <SelectField name="isShow" label="Showing" options={SHOWING} />
    </div>
    <LongTextField name="bannerSummary" label="Summary" rows={2} />
    <LongTextField name="bannerDescription" label="Description" rows={4} />
  </>
)
