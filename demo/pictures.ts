import { createPicture, listAllGallery } from '#contract/gallery.ts'
import { drawHeap, HEAPS, type Heap } from '#demo/art/heap.ts'
import { drawCard } from '#demo/art/scene.ts'
import type { DemoGame } from '#demo/catalogue/game.ts'
import type { Client } from './client.ts'
import { drawAndSend, type Drawing } from './draw-and-send.ts'

/** Picture ids by name. */
export type Pictures = ReadonlyMap<string, string>

export const cardName = (game: DemoGame): string => game.name
export const heapName = (game: DemoGame, heap: Heap): string => `${game.name}, ${heap}`

/** All pictures of the games: a card and a few heaps for each. */
export const drawings = (games: readonly DemoGame[]): Drawing[] =>
  games.flatMap((game) => [
    { name: cardName(game), draw: () => drawCard(game.slug, game.art) },
    ...HEAPS.map((heap) => ({
      name: heapName(game, heap),
      draw: () => drawHeap(game.slug, heap, game.art),
    })),
  ])

/** Draws and uploads the pictures missing from the gallery. */
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
