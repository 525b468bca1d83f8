import type { LoaderFunctionArgs } from 'react-router'

export function loader({ request }: LoaderFunctionArgs) {
  const body = `User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /dashboard
Disallow: /purchase
Disallow: /go/
Sitemap: ${new URL(request.url).origin}/sitemap.xml
`
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
