import { createPicture, listAllGallery } from '#contract/gallery.ts'
import { drawHeap, HEAPS, type Heap } from '#demo/art/heap.ts'
import { drawCard } from '#demo/art/scene.ts'
import type { DemoGame } from '#demo/catalogue/game.ts'
import type { Client } from './client.ts'
import { drawAndSend, type Drawing } from './draw-and-send.ts'

/** The ids of pictures by their names. */
export type Pictures = ReadonlyMap<string, string>

export const cardName = (game: DemoGame): string => game.name
export const heapName = (game: DemoGame, heap: Heap): string => `${game.name}, ${heap}`

/** Every picture of the games: a card and a few heaps of each one's stones. */
export const drawings = (games: readonly DemoGame[]): Drawing[] =>
  games.flatMap((game) => [
    { name: cardName(game), draw: () => drawCard(game.slug, game.art) },
    ...HEAPS.map((heap) => ({
      name: heapName(game, heap),
      draw: () => drawHeap(game.slug, heap, game.art),
    })),
  ])

/** Draws and uploads what the gallery does not have yet. */
export async function loadPictures(client: Client, games: readonly DemoGame[]): Promise<Pictures> {
  const there = await client.call(listAllGallery, {})
  const pictures = new Map(there.map(({ imageName, _id }) => [imageName, _id]))
  const missing = drawings(games).filter(({ name }) => !pictures.has(name))
  await drawAndSend(missing, async (imageName, image) => {
    const { _id } = await client.call(createPicture, { imageName, image })
    pictures.set(imageName, _id)
  })
  return pictures
}
