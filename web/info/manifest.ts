import type { LoaderFunctionArgs } from 'react-router'
import { getSettings } from '#contract/catalogue/settings.ts'
import { loadForAll } from '#web/api/visitor.ts'

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icons/${size}.png` : `/icons/maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest, which makes the shop installable. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { shopName } = await loadForAll(context, getSettings, {})
  const manifest = {
    id: '/',
    name: `${shopName}: game top-ups`,
    short_name: shopName,
    description: 'Game top-ups at any time.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: '#14101f',
    theme_color: '#14101f',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
