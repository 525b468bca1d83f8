/** Accepts an address as a mail server does: no names, no blanks, and a domain with a dot. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\]+\.[^\s@.<>()",;:\\]+$/.test(text)
