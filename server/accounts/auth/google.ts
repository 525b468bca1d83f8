import type * as OpenId from 'openid-client'
import { z } from 'zod'
import { Refusal } from '#server/platform/refusal.ts'

/** The values a browser keeps between leaving for Google and coming back. */
export type GoogleState = { state: string; nonce: string; verifier: string }
export type GooglePerson = {
  subject: string
  email: string
  isEmailVerified: boolean
  fullName: string
}

export type Google = {
  begin(): Promise<{ url: string; keep: GoogleState }>
  finish(query: Record<string, string>, kept: GoogleState): Promise<GooglePerson>
}

const Claims = z.object({
  sub: z.string(),
  email: z.email(),
  email_verified: z.boolean(),
  name: z.string().optional(),
})

type Options = { issuer: string; clientId: string; clientSecret: string; returnUrl: string }

const TIMEOUT_SECONDS = 5

/** Verifies the ID token's signature even when it came over TLS. Allows plain HTTP for a provider on a laptop. */
const rulesFor = (openId: typeof OpenId, issuer: string) => [
  openId.enableNonRepudiationChecks,
  ...(issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []),
]

/** Signs in by authorization code with state, nonce and PKCE. Contacts Google only on first use. */
export function createGoogle(options: Options): Google {
  const { issuer, clientId, clientSecret, returnUrl } = options
  let discovered: Promise<OpenId.Configuration> | undefined

  async function discover() {
    const openId = await import('openid-client')
    discovered ??= openId.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: rulesFor(openId, issuer),
    })
    try {
      return { openId, config: await discovered }
    } catch (error) {
      discovered = undefined // retry discovery on the next call
      throw new Refusal('GOOGLE_UNREACHABLE', { cause: error })
    }
  }

  return {
    async begin() {
      const { openId, config } = await discover()
      const verifier = openId.randomPKCECodeVerifier()
      const keep = { state: openId.randomState(), nonce: openId.randomNonce(), verifier }
      const url = openId.buildAuthorizationUrl(config, {
        redirect_uri: returnUrl,
        scope: 'openid email profile',
        prompt: 'select_account',
        state: keep.state,
        nonce: keep.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, keep }
    },

    async finish(query, { state, nonce, verifier }) {
      const { openId, config } = await discover()
      const url = new URL(returnUrl)
      url.search = new URLSearchParams(query).toString()
      try {
        const tokens = await openId.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = Claims.parse(tokens.claims())
        return {
          subject: claims.sub,
          email: claims.email.toLowerCase(),
          isEmailVerified: claims.email_verified,
          fullName: claims.name ?? claims.email,
        }
      } catch (error) {
        const code = isAway(error) ? 'GOOGLE_UNREACHABLE' : 'GOOGLE_FAILED'
        throw new Refusal(code, { cause: error })
      }
    },
  }
}

/** True when Google is down. `fetch` throws a TypeError without a code; errors of the library have one. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (error.cause instanceof Response) return error.cause.status >= 500
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && code === undefined)
}
