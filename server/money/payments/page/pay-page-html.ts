import type { PayPage } from '#connectors/gateways/gateway.ts'

export type GatewayPage = Exclude<PayPage, { is: 'link' | 'upi' }>
type PageContent = { shopName: string; title: string; amount: string; page: GatewayPage }

/** The page that sends the browser on to the gateway's page. */
export function renderPayPage({ shopName, title, amount, page }: PageContent): string {
  const name = escape(title)
  return layOut({
    shopName,
    title: `Taking you to ${title}`,
    script: `<script src="/pay-${page.is}.js"${page.is === 'form' ? ' defer' : ''}></script>`,
    main: `<h1>Taking you to ${name}…</h1>
<p class="amount">${escape(amount)}</p>
<p>You pay there and come back to ${escape(shopName)} afterwards. If nothing happens, press the button.</p>
${page.is === 'form' ? renderForm(page, name) : renderScript(page, name)}`,
  })
}

/** `script` and `main` are HTML. */
type Layout = { shopName: string; title: string; script: string; main: string }

export function layOut({ shopName, title, script, main }: Layout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} | ${escape(shopName)}</title>
<link rel="stylesheet" href="/pay.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${script}
</head>
<body>
<header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28"> <span>${escape(shopName)}</span></a></header>
<main>
${main}
</main>
</body>
</html>
`
}

const renderForm = ({ action, fields }: Extract<GatewayPage, { is: 'form' }>, name: string) =>
  `<form id="pay" method="post" action="${escape(action)}">
${Object.entries(fields)
  .map(([key, value]) => `<input type="hidden" name="${escape(key)}" value="${escape(value)}">`)
  .join('\n')}
<button type="submit">Continue to ${name}</button>
</form>`

const renderScript = ({ src, url }: Extract<GatewayPage, { is: 'script' }>, name: string) =>
  `<a id="pay" href="${escape(url)}">Continue to ${name}</a>
<script src="${escape(src)}" async></script>`

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Allows only the shop itself, and the gateway that the browser is sent to. */
export function paySecurityPolicy(page: GatewayPage): string {
  const places = page.is === 'form' ? placesOf(page.action) : placesOf(page.src, page.url)
  const theirs = places.join(' ')
  const isScript = page.is === 'script'
  return [
    "default-src 'none'",
    `script-src 'self'${isScript ? ` ${theirs}` : ''}`,
    "style-src 'self'",
    "img-src 'self'",
    ...(isScript ? [`connect-src ${theirs}`, `frame-src ${theirs}`] : []),
    `form-action ${theirs}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Adds the sibling hosts of public hosts. Browsers also apply the policy to redirects after a form. A gateway's first
 * answer often leads to another of its hosts.
 */
function placesOf(...urls: string[]): string[] {
  const places = urls.flatMap((url) => {
    const { origin, protocol, hostname } = new URL(url)
    const siblings = hostname.split('.').slice(1)
    const isName = /[a-z]$/.test(hostname) && protocol === 'https:' && siblings.length > 1
    return isName ? [origin, `https://*.${siblings.join('.')}`] : [origin]
  })
  return [...new Set(places)]
}
