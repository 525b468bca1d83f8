import type { IssueType } from '#contract/backoffice/support.ts'

export type Question = {
  fullName: string
  daysAgo: number
  about: IssueType
  message: string
  answer?: string
  /** The question names the customer's newest order of that time. */
  isAboutOrder?: boolean
}

/** Customers' questions, with the shop's answers so far. The newest still wait for one. */
export const QUESTIONS: Question[] = [
  {
    fullName: 'Aarav Sharma',
    daysAgo: 83,
    about: 'recharge',
    message: 'My diamonds came within a minute. Can I buy the big pack twice a day?',
    answer: 'As often as you like, for as long as it is in stock.',
  },
  {
    fullName: 'Diya Nair',
    daysAgo: 79,
    about: 'payment',
    message: 'My bank shows the payment twice, the shop only once. Is the second one safe?',
    answer: 'Yes. Your bank only held it, and releases it within two days.',
    isAboutOrder: true,
  },
  {
    fullName: 'Meera Iyer',
    daysAgo: 74,
    about: 'payment',
    message: 'Which UPI apps can I pay with?',
    answer: 'With any of them.',
  },
  {
    fullName: 'Ishaan Gupta',
    daysAgo: 68,
    about: 'recharge',
    message: 'The game says that my region is not served. I am in Mumbai.',
    answer: 'Your account was made in Singapore. The region page shows it.',
  },
  {
    fullName: 'Tara Joshi',
    daysAgo: 62,
    about: 'recharge',
    message: 'My player name has changed. Do I have to validate it again?',
    answer: 'No. The number behind the name is what counts.',
  },
  {
    fullName: 'Ananya Das',
    daysAgo: 57,
    about: 'other',
    message: 'Do you sell gift cards?',
    answer: 'Not yet. We will announce them when we do.',
  },
  {
    fullName: 'Sara Thomas',
    daysAgo: 52,
    about: 'recharge',
    message: 'I got six diamonds more than I paid for.',
    answer: 'They are a bonus of the pack, and yours.',
    isAboutOrder: true,
  },
  {
    fullName: 'Kabir Singh',
    daysAgo: 46,
    about: 'payment',
    message: 'Can I get an invoice with the name of my company?',
    answer: 'Send us the name and the tax number, and we send you one.',
  },
  {
    fullName: 'Zoya Khan',
    daysAgo: 41,
    about: 'other',
    message: 'My sister plays on my account. Can she have her own account with the same phone?',
    answer: 'Each account needs a phone of its own to sign in with.',
  },
  {
    fullName: 'Vihaan Reddy',
    daysAgo: 37,
    about: 'payment',
    message: 'The coupon DIWALI10 says that it is used up.',
    answer: 'It was for the first two customers. Watch the banner for the next one.',
  },
  {
    fullName: 'Tara Joshi',
    daysAgo: 31,
    about: 'other',
    message: 'The night theme is lovely. Thank you.',
    answer: 'Thank you! We pass it on.',
  },
  {
    fullName: 'Ishaan Gupta',
    daysAgo: 26,
    about: 'other',
    message: 'How are the prizes of the leaderboard paid?',
    answer: 'Into your wallet, a few minutes after the month has ended.',
  },
  {
    fullName: 'Reyansh Patel',
    daysAgo: 21,
    about: 'payment',
    message: 'What happens to the money in my wallet when I delete my account?',
    answer: 'Spend it first: an account with money in it cannot be deleted.',
  },
  {
    fullName: 'Arjun Menon',
    daysAgo: 16,
    about: 'payment',
    message: 'Can I pay half by wallet and half by UPI?',
    answer: 'Top up your wallet by UPI with the missing half, then pay from the wallet.',
  },
  {
    fullName: 'Aarav Sharma',
    daysAgo: 12,
    about: 'other',
    message: 'Will the lantern festival come back next month?',
    answer: 'It will. The bundle stays for as long as it is in stock.',
  },
  {
    fullName: 'Zoya Khan',
    daysAgo: 8,
    about: 'payment',
    message: 'I would like to move my dollars into rupees.',
    answer: 'We cannot convert them. You can spend them on any pack.',
  },
  {
    fullName: 'Kabir Singh',
    daysAgo: 4,
    about: 'recharge',
    message: 'I typed the zone of my second account. Can you still change it?',
    answer: 'It was delivered to that zone already, so we cannot. Please check the zone next time.',
    isAboutOrder: true,
  },
  {
    fullName: 'Meera Iyer',
    daysAgo: 2,
    about: 'other',
    message: 'Please add Hindi to the shop.',
  },
  {
    fullName: 'Vihaan Reddy',
    daysAgo: 1,
    about: 'recharge',
    message: 'The pass I bought does not show in the game yet.',
    isAboutOrder: true,
  },
  {
    fullName: 'Ananya Das',
    daysAgo: 1,
    about: 'recharge',
    message: 'Is there a way to top up for a friend as a surprise?',
  },
]
