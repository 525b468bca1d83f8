/** Default name, until the owner sets another in Settings. Screens and mails read the setting. */
export const SHOP_NAME = 'Gemstall'
