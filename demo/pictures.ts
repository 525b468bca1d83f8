import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listAllGallery } from '#contract/catalogue/gallery.ts'
import { IMAGE_FORMATS, imageWidths, type ImageFormat } from '#contract/core/images.ts'
import { HEAPS, type DemoGame, type Heap } from '#demo/catalogue/game.ts'
import type { DemoBanner } from '#demo/catalogue/front.ts'
import type { Client } from './client.ts'
import { inTurns } from './in-turns.ts'
import shapes from './pictures/shapes.json' with { type: 'json' }

/** Picture ids by name. */
export type Pictures = ReadonlyMap<string, string>

/** A picture in every size that the shop stores. */
export type EncodedPicture = {
  width: number
  height: number
  color: string
  sizes: { width: number; format: ImageFormat; bytes: Buffer }[]
}

/** Adds an encoded picture to the gallery and returns its id. */
export type AddPicture = (name: string, picture: EncodedPicture) => Promise<string>

export const cardName = (game: DemoGame): string => game.name
export const heapName = (game: DemoGame, heap: Heap): string => `${game.name}, ${heap}`

const FOLDER = join(import.meta.dirname, 'pictures')
const AT_ONCE = 4

/** All gallery pictures of the games: a card for each, and one for each size of its packs. */
export const gamePictures = (games: readonly DemoGame[]): { name: string; path: string }[] =>
  games.flatMap((game) => [
    { name: cardName(game), path: `games/${game.slug}` },
    ...HEAPS.map((heap) => ({ name: heapName(game, heap), path: `packs/${game.slug}-${heap}` })),
  ])

/** Adds the pictures missing from the gallery. */
export async function loadPictures(
  client: Client,
  games: readonly DemoGame[],
  addPicture: AddPicture,
): Promise<Pictures> {
  const there = await client.call(listAllGallery, {})
  const pictures = new Map(there.map(({ imageName, _id }) => [imageName, _id]))
  const missing = gamePictures(games).filter(({ name }) => !pictures.has(name))
  await inTurns(AT_ONCE, missing, async ({ name, path }) => {
    pictures.set(name, await addPicture(name, await readPicture(path)))
  })
  return pictures
}

const SHAPES: Readonly<Record<string, Omit<EncodedPicture, 'sizes'>>> = shapes

/** Reads a picture that scripts/make/encode-demo-picture.ts wrote. */
export async function readPicture(path: string): Promise<EncodedPicture> {
  const shape = SHAPES[path]!
  const sizes = imageWidths(shape.width).flatMap((width) =>
    IMAGE_FORMATS.map(async (format) => {
      const bytes = await readFile(join(FOLDER, `${path}-${width}.${format}`))
      return { width, format, bytes }
    }),
  )
  return { ...shape, sizes: await Promise.all(sizes) }
}

/** Reads a banner's picture for an upload, which the shop encodes. */
export async function openBanner({ slug }: DemoBanner): Promise<File> {
  const path = join(FOLDER, 'banners', `${slug}.avif`)
  return new File([await readFile(path)], basename(path), { type: 'image/avif' })
}
