type Person = { email: string; name?: string; isEmailVerified?: boolean }

const STEPS_MAX = 10

/** Signs in at the sandbox's Google like a browser. Returns the final address. */
export async function signIn(
  authorizationUrl: URL,
  person: Person | 'cancel',
  cookies = new Map<string, string>(),
): Promise<URL> {
  const { origin } = authorizationUrl
  const page = await follow(authorizationUrl)
  if (page.origin !== origin) return page // refused before the account page
  return follow(page, { method: 'POST', body: toForm(person) })

  /** Follows redirects within the sandbox. */
  async function follow(start: URL, first: RequestInit = {}): Promise<URL> {
    let url = start
    for (let step = 0; step < STEPS_MAX && url.origin === origin; step += 1) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const request = step === 0 ? first : {}
      const response = await fetch(url, { ...request, headers: { cookie }, redirect: 'manual' })
      await response.bytes()
      if (response.status >= 400) throw new Error(`${url.pathname} answered ${response.status}`)
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, value!)
      }
      const location = response.headers.get('location')
      if (location === null) return url
      url = new URL(location, url)
    }
    return url
  }
}

function toForm(person: Person | 'cancel'): URLSearchParams {
  if (person === 'cancel') return new URLSearchParams({ cancel: 'yes' })
  const { email, name = '', isEmailVerified = true } = person
  return new URLSearchParams({ email, name, ...(isEmailVerified && { email_verified: 'on' }) })
}
