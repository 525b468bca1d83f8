/** Default name, until the owner sets another in Settings. Screens and mails read the setting. */
export const SHOP_NAME = 'Gemstall'

/** Time zone of the leaderboard's months and of all dates on screens. */
export const TIME_ZONE = 'Asia/Kolkata'
