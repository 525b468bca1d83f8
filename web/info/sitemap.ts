import type { LoaderFunctionArgs } from 'react-router'
import { listGames } from '#contract/catalogue/catalog.ts'
import { loadForAll } from '#web/api/visitor.ts'
import { paths } from '#web/paths.ts'

const PAGES = [
  paths.home,
  paths.region,
  paths.services,
  paths.leaderboard,
  paths.apiDocs,
  paths.privacy,
  paths.terms,
  paths.refunds,
]

/** Lists every page that search engines should find. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const games = await loadForAll(context, listGames, {})
  const { origin } = new URL(request.url)
  const all = [...PAGES, ...games.map(({ gameSlug }) => paths.product(gameSlug))]
  const entries = all.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
