import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createPicture,
  listAllGallery,
  listGallery,
  type Picture,
} from '#contract/catalogue/gallery.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ImagePicker } from '#web/ui/form/image-picker.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'

const SHOWN = 12
const PAUSE_MS = 300

type Props = { onPick: (picture: Picture) => void; onClose: () => void }

/** Opens over a form. Picks a picture from the gallery or uploads a new one. */
export const GalleryPicker = ({ onPick, onClose }: Props) => (
  <Dialog title="Choose an image" isOpen onClose={onClose}>
    <div className="grid gap-5">
      <Kept onPick={onPick} />
      <details className="border-t border-line pt-2">
        <summary className="min-h-11 py-2 font-semibold">Upload a new image</summary>
        <Upload onDone={onPick} />
      </details>
    </div>
  </Dialog>
)

function Kept({ onPick }: Pick<Props, 'onPick'>) {
  const [input, setWanted] = useState({ search: '', page: 1 })
  const pause = useDebounce(PAUSE_MS)
  // All pictures were loaded when the back office opened, so paging needs no request.
  const { data, error } = useQuery(query(listAllGallery, {}))
  const sought = input.search.toLowerCase()
  const found = data?.filter(({ imageName }) => imageName.toLowerCase().includes(sought))
  const page = found?.slice((input.page - 1) * SHOWN, input.page * SHOWN)
  return (
    <div className="grid gap-4">
      <Input
        type="search"
        aria-label="Search images"
        placeholder="Search"
        onChange={({ target }) => {
          const search = target.value.trim()
          pause.thenRun(() => setWanted({ search, page: 1 }))
        }}
      />
      <div aria-live="polite">
        {!data && error && <p className="font-medium text-bad">{error.message}</p>}
        {!data && !error && <Skeleton className="h-64 w-full" />}
        {found?.length === 0 && (
          <p className="py-6 text-center text-soft">
            {input.search ? 'No images match.' : 'The gallery is empty.'}
          </p>
        )}
        {page && <Pictures pictures={page} onPick={onPick} />}
      </div>
      <Pagination
        page={input.page}
        pageCount={Math.ceil((found?.length ?? 0) / SHOWN)}
        onChange={(chosen) => setWanted({ ...input, page: chosen })}
      />
    </div>
  )
}

type PicturesProps = { pictures: Picture[]; onPick: (picture: Picture) => void }

const Pictures = ({ pictures, onPick }: PicturesProps) => (
  <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
    {pictures.map((picture) => (
      <li key={picture._id}>
        <button
          type="button"
          onClick={() => onPick(picture)}
          className="grid w-full gap-1 rounded-md p-1.5 text-left text-xs hover:bg-sunken"
        >
          <span className="relative block aspect-square overflow-hidden rounded-sm">
            <ShopPicture
              of={picture}
              sizes="110px"
              widthMax={160}
              className="absolute inset-0 size-full object-cover"
            />
          </span>
          <span className="line-clamp-2 wrap-anywhere">{picture.imageName}</span>
        </button>
      </li>
    ))}
  </ul>
)

/** Not a `<form>`, because it is inside another form. */
function Upload({ onDone }: { onDone: (picture: Picture) => void }) {
  const [image, setImage] = useState<File>()
  const [imageName, setImageName] = useState('')
  const upload = useSend(createPicture, { refetch: [listGallery, listAllGallery], onDone })
  return (
    <div className="grid gap-4">
      <ImagePicker
        label="New image"
        onPick={(file) => {
          setImage(file)
          if (!imageName) setImageName(file.name.replace(/\.\w+$/, ''))
        }}
      />
      <Field label="Image name">
        {(wiring) => (
          <Input
            {...wiring}
            value={imageName}
            onChange={({ target }) => setImageName(target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      <Button
        className="justify-self-start"
        disabled={!image || imageName.trim() === ''}
        isBusy={upload.isPending}
        busyLabel="Uploading..."
        onClick={() => image && upload.mutate({ imageName, image })}
      >
        Upload and choose
      </Button>
    </div>
  )
}
