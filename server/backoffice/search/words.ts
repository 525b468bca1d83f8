/** Possible readings of a search text. */
export type Words = {
  text: string
  /** The text as typed, and in capitals if that differs, because references are copied from many places. */
  references: string[]
  small: string
  capitals: string
  id: string | null
  phone: string | null
  /** A player with a zone, such as "12345 2001" or "12345(2001)". */
  player: { id: string; zone: string } | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PHONE = /^\+?[\d ()-]+$/
const COUNTRY = '91'
const PHONE_DIGITS = 10
const PLAYER_AND_ZONE = /^([^\s(]+)(?:\s*\(\s*|\s+)([^\s()]+)\s*\)?$/

export function readWords(text: string): Words {
  const [small, capitals] = [text.toLowerCase(), text.toUpperCase()]
  const [, id, zone] = PLAYER_AND_ZONE.exec(text) ?? []
  return {
    text,
    references: [...new Set([text, capitals])],
    small,
    capitals,
    id: UUID.test(small) ? small : null,
    phone: readPhone(text),
    player: id && zone ? { id, zone } : null,
  }
}

/** Reads up to ten digits in any notation. Fewer than ten are taken as the beginning of a number. */
function readPhone(text: string): string | null {
  if (!PHONE.test(text)) return null
  const digits = text.replace(/\D/g, '')
  const hasCountry = text.startsWith('+') || digits.length > PHONE_DIGITS
  const own = hasCountry && digits.startsWith(COUNTRY) ? digits.slice(COUNTRY.length) : digits
  return own.length > 0 && own.length <= PHONE_DIGITS ? own : null
}
