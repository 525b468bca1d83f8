import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/catalogue/gallery.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { violates, type Tx } from '#server/platform/db/db.ts'
import { dropImage, keepImage, storeImage } from '#server/platform/files/store-image.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toPicture } from './gallery.ts'
import {
  deletePictureRow,
  insertPicture,
  lockPicture,
  selectPicture,
  updatePicture,
  type PictureRow,
} from './sql.ts'

export const createPicture: Handler<typeof contract.createPicture> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const image = await storeImage(ctx, input.image)
  return changeContent(ctx, { caller, visit }, async (tx, now) => {
    const name = input.imageName
    const id = await addPicture(tx, { name, imageId: image.id }, now)
    const after = { ...image, id, name }
    return {
      action: 'create image',
      subject: `image ${id}`,
      before: null,
      after: toPicture(after),
      answer: toPicture(after),
    }
  })
}

/** Adds a stored image to the gallery and returns the picture's id. */
export async function addPicture(
  tx: Tx,
  picture: { name: string; imageId: string },
  now: Date,
): Promise<string> {
  const id = randomUUIDv7()
  await keepImage(tx, picture.imageId)
  await insertPicture(tx, { id, ...picture }, now)
  return id
}

export const editPicture: Handler<typeof contract.editPicture> = async (
  ctx,
  { id, ...input },
  caller,
  visit,
) => {
  if (!(await selectPicture(ctx.sql, id))) throw new Refusal('NO_SUCH_IMAGE')
  const image = input.image && (await storeImage(ctx, input.image))
  return changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await getPicture(tx, id)
    if (image) {
      await keepImage(tx, image.id)
      await dropImage(tx, before.imageId, now)
    }
    await updatePicture(tx, id, { name: input.imageName, imageId: image?.id }, now)
    const after = toPicture({ ...before, ...image, id, name: input.imageName ?? before.name })
    return {
      action: 'edit image',
      subject: `image ${id}`,
      before: toPicture(before),
      after,
      answer: after,
    }
  })
}

export const deletePicture: Handler<typeof contract.deletePicture> = (ctx, { id }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await getPicture(tx, id)
    await deletePictureRow(tx, id).catch((error: unknown) => {
      throw isInUse(error) ? new Refusal('IMAGE_IN_USE', { cause: error }) : error
    })
    await dropImage(tx, before.imageId, now)
    return {
      action: 'delete image',
      subject: `image ${id}`,
      before: toPicture(before),
      after: null,
      answer: null,
    }
  })

/** Only existing games and packs count: deleting one clears its picture. */
const isInUse = (error: unknown): boolean =>
  violates(error, 'game_picture_id_fkey') || violates(error, 'item_picture_id_fkey')

async function getPicture(tx: Tx, id: string): Promise<PictureRow> {
  const picture = await lockPicture(tx, id)
  if (!picture) throw new Refusal('NO_SUCH_IMAGE')
  return picture
}
