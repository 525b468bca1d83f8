const PHONE_LENGTH = 10
const CODE_LENGTH = 4

/** Extracts ten digits from typed or pasted text: +91 98765 43210 becomes 9876543210. */
export function tidyPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const hasCountry = digits.length > PHONE_LENGTH && digits.startsWith('91')
  return (hasCountry ? digits.slice(2) : digits).slice(0, PHONE_LENGTH)
}

export const tidyCode = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_LENGTH)
