/** Every refusal the API can answer: its code, HTTP status, and the words the customer reads. */
export const REFUSALS = {
  BAD_INPUT: [400, 'Please check what you entered'],
  NO_SUCH_CALL: [404, 'There is nothing at this address'],
  REQUEST_TOO_SLOW: [408, 'The request took too long to arrive. Please try again'],
  BODY_TOO_LARGE: [413, 'This request is too large'],
  WRONG_CONTENT_TYPE: [415, 'Send the request as application/json'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please wait a moment and try again'],
  BUSY: [503, 'The shop is busy for a moment. Please try again'],
  BUG: [500, 'Something went wrong!'],

  NOT_SIGNED_IN: [401, 'Please sign in'],
  ACCESS_DENIED: [403, 'Access Denied'],
  WRONG_CREDENTIALS: [401, 'The email or password is not right'],
  ACCOUNT_BLOCKED: [403, 'This account is blocked. Please contact support'],
  NO_REFRESH_TOKEN: [401, 'No refresh token found'],
  BAD_REFRESH_TOKEN: [401, 'Refresh token expired or invalid'],

  EMAIL_TAKEN: [409, 'This e-mail is already registered'],
  PHONE_TAKEN: [409, 'This phone number belongs to another account'],
  PHONE_ALREADY_VERIFIED: [409, 'Phone number already verified'],
  NO_SUCH_USER: [404, 'User not found'],
  ADMIN_STAYS: [
    409,
    'An administrator cannot be deleted. Ask another one to change your role first',
  ],
  OWN_ACCOUNT: [409, 'You cannot change the role or block of your own account'],

  WRONG_CODE: [400, 'This code is not right. Please check it and try again'],
  CODE_ENDED: [400, 'This code has ended. Please ask for a new one'],
  RESEND_TOO_SOON: [429, 'A code was just sent. Please wait before asking for another'],
  TOO_MANY_CODES: [429, 'Too many codes were asked for today. Please try again later'],
  TOO_MANY_WRONG_PASSWORDS: [429, 'Too many wrong passwords. Please try again later'],

  BALANCE_TOO_LOW: [409, 'There is too little money in the wallet'],
  WALLET_NOT_EMPTY: [
    409,
    'There is still money in your wallet. Please spend it first, or ask support to pay it out',
  ],
  PERIOD_TOO_LONG: [400, 'There are too many lines in this period. Please choose a shorter one'],
  SEARCH_TOO_WIDE: [400, 'Too much is found by this. Please enter more of it'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This idempotency key was used for another request'],

  AMOUNT_TOO_LARGE: [400, 'This is more than can be added at a time'],
  PAYMENTS_NOT_OFFERED: [503, 'This shop takes no online payments just now'],

  NO_SUCH_ORDER: [404, 'Order not found'],
  NO_SUCH_GAME_DETAIL: [404, 'These game details were not found'],
  OUT_OF_STOCK: [409, 'This pack is out of stock'],
  NOT_AVAILABLE: [409, 'This pack is not available just now'],
  PRICE_CHANGED: [409, 'The price has changed. Please check the new total'],
  CUSTOMER_GONE: [409, 'This customer has deleted their account: there is no wallet to refund to'],
  ORDER_OPEN: [409, 'An order of yours is still open. Please wait until it has ended'],
  STATUS_NOT_POSSIBLE: [409, 'This order cannot be changed in this way'],
  OUTSIDE_PAYMENT_MISSING: [400, 'Please enter a note and the reference of the payment'],

  NO_SUCH_COUPON: [404, 'Coupon not found'],
  COUPON_NOT_USABLE: [409, 'This coupon cannot be used here'],
  COUPON_CODE_TAKEN: [409, 'A coupon with this code exists already'],
  TOO_MANY_COUPON_TRIES: [429, 'Too many coupon codes were tried. Please try again later'],

  PLAYER_UNCONFIRMED: [409, 'Please check the player first'],
  PLAYER_ELSEWHERE: [
    409,
    'This account belongs to a country that this game cannot be delivered to from here',
  ],
  PLAYERS_UNREACHABLE: [503, 'Players cannot be checked just now. Please try again'],

  NO_SUCH_GAME: [404, 'Game not found'],
  NO_SUCH_ITEM: [404, 'Item not found'],
  NO_SUCH_CATEGORY: [404, 'Category not found'],
  NO_SUCH_TAG: [404, 'Tag not found'],
  NO_SUCH_IMAGE: [404, 'Image not found'],
  NO_SUCH_BANNER: [404, 'Banner not found'],
  NO_SUCH_LINK: [404, 'Link not found'],
  NO_SUCH_ANNOUNCEMENT: [404, 'Announcement not found'],
  ENDS_IN_THE_PAST: [400, 'Please choose an end that is still to come'],
  SLUG_TAKEN: [409, 'This address is already in use'],
  TAG_NAME_TAKEN: [409, 'A tag with this name exists already'],
  CATEGORY_TAKEN: [409, 'A category with this title exists already'],
  TAG_IN_USE: [409, 'This tag is in use. Take it off its games and items first'],
  IMAGE_IN_USE: [409, 'This image is in use. Take it off its games and items first'],

  FILE_TOO_LARGE: [413, 'The file exceeds the maximum size of 5MB'],
  NOT_AN_IMAGE: [415, 'Please choose a JPEG, PNG, WebP, AVIF or GIF image'],
  IMAGE_TOO_LARGE: [400, 'This image has too many pixels'],
  IMAGE_BROKEN: [400, 'This image cannot be read'],
  FILES_UNREACHABLE: [503, 'Images cannot be reached just now. Please try again'],

  PLAYER_NOT_FOUND: [404, 'Failed to find account.'],
  TOO_MANY_PLAYER_CHECKS: [429, 'Too many checks. Please try again later'],
  REGION_UNREACHABLE: [503, 'Regions cannot be checked just now. Please try again'],
  WEBSITE_CLOSED: [503, 'The shop is closed for the moment'],

  GOOGLE_NOT_OFFERED: [503, 'Sign-in with Google is not offered by this shop'],
  GOOGLE_FAILED: [401, 'Google login failed'],
  GOOGLE_UNREACHABLE: [503, 'Google cannot be reached just now. Please try again'],
  GOOGLE_EMAIL_UNPROVEN: [
    409,
    'An account with this e-mail exists. Sign in to it first, with its password or a code',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RefusalCode = keyof typeof REFUSALS
