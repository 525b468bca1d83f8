/** The name until the owner sets another in Settings. Screens and mails read the setting. */
export const SHOP_NAME = 'Gemstall'

/** The shop's clock: months of the leaderboard and every date on screen. */
export const TIME_ZONE = 'Asia/Kolkata'
