import type { IssueType } from '#contract/support.ts'

export type DemoQuery = { about: IssueType; message: string; answer?: string }

/** Customers' questions by the customer's name, with the shop's answers so far. */
export const DEMO_QUERIES: Record<string, DemoQuery[]> = {
  'Aarav Sharma': [
    {
      about: 'recharge',
      message: 'My diamonds came within a minute. Can I buy the big pack twice a day?',
      answer: 'As often as you like, for as long as it is in stock.',
    },
    { about: 'other', message: 'Will the lantern festival come back next month?' },
  ],
  'Diya Nair': [
    {
      about: 'payment',
      message: 'My bank shows the payment twice, the shop only once. Is the second one safe?',
      answer: 'It was only held by your bank, which lets go of it within two days.',
    },
  ],
  'Kabir Singh': [
    {
      about: 'recharge',
      message: 'I typed the zone of my second account. Can you still change it?',
    },
    {
      about: 'payment',
      message: 'Can I get an invoice with the name of my company?',
      answer: 'Write us the name and the tax number, and we send one.',
    },
  ],
  'Meera Iyer': [
    { about: 'payment', message: 'Which UPI apps can I pay with?', answer: 'With any of them.' },
    { about: 'other', message: 'Please add Hindi to the shop.' },
  ],
  'Ishaan Gupta': [
    {
      about: 'recharge',
      message: 'The game says that my region is not served. I am in Mumbai.',
      answer: 'Your account was made in Singapore. The region page shows it.',
    },
    { about: 'other', message: 'How are the prizes of the leaderboard paid?' },
  ],
  'Zoya Khan': [
    { about: 'payment', message: 'I would like to move my dollars into rupees.' },
    {
      about: 'other',
      message: 'My sister plays on my account. May she have one of her own with the same phone?',
      answer: 'Each account needs a phone of its own to sign in with.',
    },
  ],
  'Vihaan Reddy': [
    { about: 'recharge', message: 'The pass I bought does not show in the game yet.' },
    {
      about: 'payment',
      message: 'The coupon DIWALI10 says that it is used up.',
      answer: 'It was for the first two. Another one comes on Friday.',
    },
  ],
  'Ananya Das': [
    { about: 'other', message: 'Do you sell gift cards?' },
    { about: 'recharge', message: 'Is there a way to top up for a friend as a surprise?' },
  ],
  'Reyansh Patel': [
    {
      about: 'payment',
      message: 'What happens to the money in my wallet when I delete my account?',
      answer: 'Spend it first: an account with money in it cannot be deleted.',
    },
  ],
  'Tara Joshi': [
    { about: 'recharge', message: 'My player name has changed. Do I have to validate it again?' },
    { about: 'other', message: 'The night theme is lovely. Thank you.' },
  ],
  'Arjun Menon': [{ about: 'payment', message: 'Can I pay half by wallet and half by UPI?' }],
  'Sara Thomas': [
    {
      about: 'recharge',
      message: 'I got six diamonds more than I paid for.',
      answer: 'They are a bonus of the pack, and yours.',
    },
  ],
}
