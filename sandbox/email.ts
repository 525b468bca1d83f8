/** An address as a mail server takes it: no names, no blanks, a domain with a dot. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\]+\.[^\s@.<>()",;:\\]+$/.test(text)
