import { SHOP_NAME } from '#contract/core/shop.ts'
import { html, layout } from '#sandbox/screen/html.ts'

const PEOPLE = [
  { name: 'Asha Rao', email: 'asha.rao@gmail.test', isVerified: true },
  { name: 'Rohan Mehta', email: 'rohan.mehta@gmail.test', isVerified: true },
  { name: 'Demo Player', email: 'player@gemstall.test', isVerified: true },
  { name: 'Zoya Khan', email: 'zoya.khan@gmail.test', isVerified: false },
]

/** The page where a person picks or types an account. It posts to itself. */
export const accountPage = (problem?: string): string =>
  layout(
    'Choose an account',
    html`<main class="narrow card">
      <p class="quiet">This page simulates Google. No real account is used.</p>
      <h1>Choose an account</h1>
      <p>to continue to ${SHOP_NAME}</p>
      <ul class="accounts">
        ${PEOPLE.map(accountItem)}
      </ul>
      <h2>Another account</h2>
      <form method="post" class="fields">
        ${problem !== undefined && html`<p role="alert" class="problem">${problem}</p>`}
        <label>Name <input name="name" autocomplete="off" /></label>
        <label>Email <input name="email" type="email" autocomplete="off" required /></label>
        <label class="check">
          <input name="email_verified" type="checkbox" checked /> Email verified
        </label>
        <button class="primary">Continue</button>
      </form>
      <form method="post">
        <button name="cancel" value="yes" class="plain">Back to the shop</button>
      </form>
    </main>`,
  )

const accountItem = ({ name, email, isVerified }: (typeof PEOPLE)[number]) =>
  html`<li>
    <form method="post">
      <input type="hidden" name="name" value="${name}" />
      <input type="hidden" name="email" value="${email}" />
      ${isVerified && html`<input type="hidden" name="email_verified" value="on" />`}
      <button class="account">
        <span class="initial" aria-hidden="true">${name[0]}</span>
        <span class="who">
          <strong>${name}</strong>
          ${!isVerified && html`<span class="badge">not verified</span>`}
          <span class="address">${email}</span>
        </span>
      </button>
    </form>
  </li>`

export const messagePage = ({ title, words }: { title: string; words: string }): string =>
  layout(
    title,
    html`<main class="narrow card">
      <h1>${title}</h1>
      <p>${words}</p>
    </main>`,
  )
