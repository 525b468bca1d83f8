import { rasterise } from '#demo/art/raster.ts'

export type Drawing = { name: string; draw: () => string }

const AHEAD = 3

/**
 * Draws the next pictures while one is uploaded. Uploads one at a time, because the shop processes images one by one
 * and refuses callers that would wait too long.
 */
export async function drawAndSend(
  drawings: readonly Drawing[],
  send: (name: string, image: File) => Promise<void>,
): Promise<void> {
  const ahead = drawings.slice(0, AHEAD).map(make)
  for (const [index, { name }] of drawings.entries()) {
    const image = await ahead.shift()!
    ahead.push(...drawings.slice(index + AHEAD, index + AHEAD + 1).map(make))
    await send(name, image)
  }
}

const make = async ({ draw }: Drawing): Promise<File> =>
  new File([await rasterise(draw())], 'picture.webp', { type: 'image/webp' })
