/** Refusals about age and consent, in the form of `errors.ts`. */
export const PRIVACY_REFUSALS = {
  AGE_NEEDED: [403, 'Tell us your age before you buy'],
  AGE_STATED: [409, 'You already told us your age. Contact support to change it'],
  PARENT_NEEDED: [403, 'Your parent or guardian must agree before you buy'],
  PARENT_NOT_NEEDED: [409, 'Only customers under 18 need a parent or guardian'],
  PARENT_HAS_AGREED: [409, 'Your parent or guardian has already agreed'],
  PARENT_EMAIL_OWN: [400, 'This is your own email. Enter the one of your parent or guardian'],
  TOO_MANY_PARENT_MAILS: [429, 'You’ve sent several emails today. Please try again tomorrow'],
  PARENT_LINK_WRONG: [404, 'This link is incomplete, or another address was asked meanwhile'],
  UNSUBSCRIBE_LINK_WRONG: [
    404,
    'This link is incomplete, or its account no longer exists. Open the one in the newest email, or turn news off on your account page',
  ],
} as const
