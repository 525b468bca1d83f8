import { clock } from '#sandbox/clock.ts'
import { html, layout, type Html } from './html.ts'
import type { Received } from '#sandbox/messages/inbox.ts'

const SHOWN_MAX = 50

export const inboxSection = (messages: Received[], to: string): Html =>
  html`<section aria-labelledby="inbox">
    <div class="heading">
      <h2 id="inbox">Inbox</h2>
      <form class="filter" role="search">
        <label for="to">To</label>
        <input id="to" name="to" value="${to}" placeholder="email or phone" autocomplete="off" />
        <button>${to ? 'Show' : 'Refresh'}</button>
        ${to && html`<a href="/">Show all</a>`}
      </form>
    </div>
    ${messages.length === 0 ? nothingYet(to) : messageTable(messages.slice(0, SHOWN_MAX))}
    ${
      messages.length > SHOWN_MAX &&
      html`<p class="quiet">The newest ${SHOWN_MAX} of ${messages.length}.</p>`
    }
  </section>`

const nothingYet = (to: string) =>
  html`<p class="card empty">
    ${to ? `No messages for ${to} yet.` : 'No messages yet. Try signing up at the shop.'}
  </p>`

// The roles keep it a table where a narrow screen stacks its cells.
const messageTable = (messages: Received[]) =>
  html`<table class="card inbox" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">When</th>
        <th scope="col" role="columnheader">To</th>
        <th scope="col" role="columnheader">Message</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${messages.map(messageRow)}
    </tbody>
  </table>`

const messageRow = ({ id, channel, to, subject, text, html: designed, at }: Received) =>
  html`<tr role="row">
    <td role="cell" class="when"><time datetime="${at}">${clock(at)}</time></td>
    <td role="cell" class="to">
      <span class="badge">${channel === 'mail' ? 'Mail' : 'SMS'}</span> ${to}
    </td>
    <td role="cell">
      ${
        channel === 'sms'
          ? text
          : html`<strong>${subject || 'No subject'}</strong>
              <details>
                <summary>Read</summary>
                <p class="text">${text}</p>
                ${Boolean(designed) && html`<a href="/mail?id=${id}">See it as designed</a>`}
              </details>`
      }
    </td>
  </tr>`

/** A mail as its reader sees it. Its HTML is in a sandboxed frame. */
export const mailPage = ({ id, to, subject, at }: Received): string =>
  layout(
    subject || 'No subject',
    html`<main>
      <p class="back"><a href="/">Back to the inbox</a></p>
      <h1>${subject || 'No subject'}</h1>
      <p class="quiet">To ${to}, <time datetime="${at}">${clock(at)}</time></p>
      <iframe
        class="card designed"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/mail/body?id=${id}"
        title="The mail as designed"
      ></iframe>
    </main>`,
  )
