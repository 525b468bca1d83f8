// Google's sign-in, below /google: an OpenID provider with an account page of our own.
//
// A script signs in like a browser. It follows redirects and keeps cookies from the shop's
// authorization URL to /google/interaction/<id>, and posts this form to that address:
//   email           the account; the subject is derived from it, so the same email is the same person
//   name            the name sent to the shop; by default the part before the @
//   email_verified  'on' for yes, omitted for no
// or `cancel=yes` alone. Then it follows redirects again, to the shop's /login?code=…&state=…&iss=….
// `sign-in.ts` does this.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isEmail } from '#sandbox/messages/email.ts'
import { REPLY_FAULTS } from '#sandbox/faults.ts'
import { openProvider } from './google-provider.ts'
import { accountPage, messagePage } from './google-pages.ts'
import { page, readFields, send, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'

const PATH = '/google'
const ACCOUNT_PAGE = `${PATH}/interaction/`

export function google(deps: SandboxDeps): Player {
  let opened: ReturnType<typeof openProvider> | undefined
  return {
    name: 'identity',
    title: 'Sign-in with Google',
    faults: REPLY_FAULTS,
    mount: {
      path: PATH,
      async handle(request, response) {
        const provider = await (opened ??= openProvider(deps))
        if (request.url!.startsWith(ACCOUNT_PAGE)) return choose(provider, request, response)
        const originalUrl = request.url! // the library derives its mount path from it
        Object.assign(request, { originalUrl, url: originalUrl.slice(PATH.length) })
        await provider.answer(request, response)
      },
    },
  }
}

type Google = Awaited<ReturnType<typeof openProvider>>

async function choose(google: Google, request: IncomingMessage, response: ServerResponse) {
  const { provider } = google
  const isOpen = await provider.interactionDetails(request, response).then(Boolean, () => false)
  if (!isOpen) return send(response, page(messagePage(EXPIRED), 400))
  if (request.method !== 'POST') return send(response, page(accountPage()))

  const fields = (await readFields(request)) ?? {}
  if (fields['cancel']) {
    const refusal = { error: 'access_denied', error_description: 'The person cancelled' }
    return provider.interactionFinished(request, response, refusal)
  }
  const { email, name, isEmailVerified } = toPerson(fields)
  if (!isEmail(email)) return send(response, page(accountPage('Enter an email address'), 400))
  const accountId = google.keep({ email, name, isEmailVerified })
  return provider.interactionFinished(request, response, {
    login: { accountId },
    select_account: {},
  })
}

const EXPIRED = {
  title: 'This sign-in has expired',
  words: 'Go back to the shop and start again.',
}

function toPerson(fields: Fields) {
  const email = String(fields['email'] ?? '').trim()
  const name = String(fields['name'] ?? '').trim() || email.split('@')[0]!
  return { email, name, isEmailVerified: fields['email_verified'] === 'on' }
}
