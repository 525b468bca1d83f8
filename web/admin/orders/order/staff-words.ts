/** Replaces wording for customers in timelines with wording for staff. */
const WORDS: [of: string, forStaff: string][] = [
  ['is back in your wallet', 'was refunded to the customer’s wallet'],
  ['is in your wallet', 'is in the customer’s wallet'],
  ['Paid from your wallet', 'Paid from the customer’s wallet'],
  ['back to where you paid from', 'back to where the customer paid from'],
  ['waiting for your payment', 'waiting for payment'],
  ['to your player', 'to the player'],
  ['Please correct it, or take a refund', 'The customer can correct it or take a refund'],
  ['You took a refund', 'The customer took a refund'],
  ['You placed the same order', 'The customer placed the same order'],
  ['so we closed this one', 'so the shop closed this one'],
  ['Thank you for the correction', 'The customer corrected the player'],
  ['Your code is ready on your order’s page', 'The customer can show the code'],
  ['your newer order', 'a newer order of the customer'],
  // Older orders have this wording in their timelines.
  ['Please correct it, or take your money back', 'The customer can correct it or take a refund'],
  ['You have taken your money back', 'The customer took a refund'],
  ['You ordered the same a moment before', 'The customer ordered the same a moment before'],
  ['Your code is ready: show it on the page of your order', 'The customer can show the code'],
  ['we are asking', 'the shop is asking'],
  ['somebody of the shop', 'someone in the shop'],
]

export const toStaffWords = (message: string): string =>
  WORDS.reduce((words, [of, forStaff]) => words.replace(of, forStaff), message)
