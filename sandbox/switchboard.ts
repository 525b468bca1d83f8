import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SHOP_NAME } from '#contract/core/shop.ts'
import { deliveriesSection } from './screen/deliveries-section.ts'
import { faultsSection } from './screen/faults-section.ts'
import { html, layout } from './screen/html.ts'
import { page, type Answer, type Handler, type Routes } from './http.ts'
import { inboxSection, mailPage } from './screen/inbox-section.ts'
import { paymentsSection } from './screen/payments-section.ts'
import type { Player, SandboxDeps } from './players/player.ts'
import { productsSection } from './screen/products-section.ts'
import { MAIL_POLICY } from './security-headers.ts'

/** The pages for people: the inbox, and the controls for faults. */
export function switchboardRoutes(deps: SandboxDeps, players: Player[]): Routes {
  const { inbox, faults, shopUrl } = deps

  const showSwitchboard: Handler = ({ url }) => {
    const to = url.searchParams.get('to') ?? ''
    const content = html`<header class="top">
        <p class="mark"><img src="/gem.svg" alt="" width="28" height="28" />${SHOP_NAME} sandbox</p>
        <a class="button primary" href="${shopUrl}">Open the shop</a>
      </header>
      <main>
        <h1>The outside world</h1>
        <p class="lead">
          The shop at <a href="${shopUrl}">${shopUrl}</a> treats this as the real one. Its emails
          and SMS arrive in the inbox below. Signing in with Google and paying open pages here, and
          nothing leaves this machine.
        </p>
        ${inboxSection(inbox.list(to), to)} ${paymentsSection(deps, players)}
        ${deliveriesSection(deps)} ${productsSection(deps)} ${faultsSection(faults.list(), players)}
      </main>`
    return page(layout(`${SHOP_NAME} sandbox`, content))
  }

  const findMail = (url: URL) => inbox.find(Number(url.searchParams.get('id')))

  return {
    'GET /': showSwitchboard,
    'GET /mail': ({ url }) => {
      const message = findMail(url)
      return message ? page(mailPage(message)) : NO_MAIL
    },
    'GET /mail/body': ({ url }) => {
      const answer = page(openLinksOutside(findMail(url)?.html ?? ''))
      return { ...answer, headers: { ...answer.headers, 'content-security-policy': MAIL_POLICY } }
    },
    'GET /sandbox.css': () => file('sandbox.css', 'text/css; charset=utf-8'),
    'GET /screens.css': () => file('screens.css', 'text/css; charset=utf-8'),
    'GET /gem.svg': () => file('gem.svg', 'image/svg+xml'),
  }
}

const openLinksOutside = (mail: string) => mail.replace(/<head[^>]*>/i, '$&<base target="_blank">')

const NO_MAIL = page(
  layout('Email not found', html`<main class="narrow card"><h1>Email not found</h1></main>`),
  404,
)

const file = async (name: string, type: string): Promise<Answer> => ({
  status: 200,
  headers: { 'content-type': type },
  body: await readFile(join(import.meta.dirname, 'screen', name)),
})
