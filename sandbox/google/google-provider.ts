import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { GOOGLE } from '#sandbox/credentials.ts'
import { rememberInMemory } from './google-memory.ts'
import { messagePage } from './google-pages.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'

type Person = { email: string; name: string; isEmailVerified: boolean }

const HOUR = 3_600
const CODE_SECONDS = 600

/** Loaded on first use, because the library takes longer to load than the rest of the sandbox. */
export async function openProvider({ url, shopUrl, faults }: SandboxDeps) {
  const [oidc, { privateKey }] = await Promise.all([
    import('oidc-provider'),
    promisify(generateKeyPair)('rsa', { modulusLength: 2048 }),
  ])
  const people = new Map<string, Person>()
  const policy = oidc.interactionPolicy.base()
  policy.add(new oidc.interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

  const provider = new oidc.Provider(`${url}/google`, {
    ...FIXED,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    adapter: rememberInMemory(),
    clients: [
      {
        client_id: GOOGLE.clientId,
        client_secret: GOOGLE.clientSecret,
        redirect_uris: [`${shopUrl}/login`],
        token_endpoint_auth_method: 'client_secret_post', // the library then accepts "basic" too
      },
    ],
    interactions: { policy, url: (_ctx, { uid }) => `/google/interaction/${uid}` },
    findAccount: (_ctx, accountId) => toAccount(accountId, people.get(accountId)),
  })
  failAsTold(provider, faults)

  return {
    provider,
    answer: provider.callback(),
    /** Stores the person's current name, and returns their subject. */
    keep(person: Person): string {
      const subject = subjectOf(person.email)
      people.set(subject, person)
      return subject
    },
  }
}

/** Settings that do not depend on the sandbox's address. */
const FIXED = {
  scopes: ['openid', 'email', 'profile'],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false, // name and email are in the ID token, as with Google
  responseTypes: ['code'],
  allowOmittingSingleRegisteredRedirectUri: false,
  pkce: { required: () => true },
  clientBasedCORS: () => false,
  expiresWithSession: () => false,
  loadExistingGrant: grantEverything,
  renderError: (ctx, { error, error_description }) => {
    ctx.type = 'html'
    ctx.body = messagePage({ title: `Error: ${error}`, words: error_description ?? '' })
  },
  cookies: {
    keys: [randomBytes(32).toString('base64url')],
    long: { path: '/google', signed: true }, // the shop is on the same host, and cookies ignore ports
  },
  ttl: {
    AccessToken: HOUR,
    AuthorizationCode: CODE_SECONDS,
    Grant: HOUR,
    IdToken: HOUR,
    Interaction: HOUR,
    Session: HOUR,
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
  },
} as const satisfies Configuration

/** Choosing an account counts as consent, so there is no second page. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client!.clientId,
    accountId: oidc.session!.accountId!,
  })
  grant.addOIDCScope(String(oidc.params!['scope']))
  await grant.save()
  return grant
}

const toAccount = (accountId: string, person: Person | undefined) =>
  person && {
    accountId,
    claims: () => ({
      sub: accountId,
      email: person.email,
      email_verified: person.isEmailVerified,
      name: person.name,
    }),
  }

/** Google's subjects are 21 digits. */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

/** Faults affect only the shop's own call, not the pages a person sees. */
function failAsTold(provider: Provider, faults: SandboxDeps['faults']): void {
  provider.use(async (ctx, next) => {
    if (ctx.path !== '/token') return next()
    const { is } = await faults.suffer('identity', next)
    if (is === 'refused') {
      ctx.status = 500
      ctx.body = { error: 'server_error', error_description: 'Something went wrong' }
    } else if (is === 'dropped') {
      ctx.respond = false
      ctx.res.destroy()
    }
  })
}
