import type { JobPayload } from '#server/platform/jobs/payloads.ts'

/** Facts about the shop that mails mention. */
export type MailShop = { shopName: string; publicUrl: string }

type Notice = JobPayload<'send-notice'>

type LetterText = {
  subject: string
  paragraphs: string[]
  link?: { label: string; url: string }
}

/** The words of each notice about an account. */
export const LETTERS: Record<Notice['notice'], (shop: MailShop) => LetterText> = {
  welcome: ({ shopName, publicUrl }) => ({
    subject: `Welcome to ${shopName}`,
    paragraphs: [
      'Your account is ready. Pick a game, choose a pack, and it’s on its way to your player in moments.',
      'Verify your phone on your account page and you can sign in with a code instead of a password.',
    ],
    link: { label: 'Go to the shop', url: publicUrl },
  }),
  'password-changed': ({ publicUrl }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was just changed, and your other devices were signed out.',
      'If this wasn’t you, set a new password now. We’ll send the code to this address.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'account-reclaimed': ({ shopName, publicUrl }) => ({
    subject: 'Your email is verified, and older sign-ins have ended',
    paragraphs: [
      `Your account at ${shopName} was just opened with a code sent to this address. The address wasn’t verified before, so someone else could have created the account.`,
      'To keep others out, we removed the old password, the phone verification and the link to Google. We also ended all API keys and signed out all devices. If you haven’t set a new password yet, set one now.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'email-changed': ({ shopName, publicUrl }) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `Your account at ${shopName} now uses another email address. Messages go there from now on.`,
      'If this wasn’t you, please contact support at once.',
    ],
    link: { label: 'Go to the shop', url: publicUrl },
  }),
  'api-keys-ended': ({ publicUrl }) => ({
    subject: 'Your API keys have ended',
    paragraphs: [
      'Your password was changed or your account was recovered, so all your API keys have ended. API clients that use them no longer work.',
      'Create new keys for your API clients, and check that you recognise all your webhooks.',
    ],
    link: { label: 'Create new keys', url: `${publicUrl}/dashboard/api-service` },
  }),
  'api-key-shown': ({ publicUrl }) => ({
    subject: 'Your API key was shown',
    paragraphs: [
      'Your main API key was just shown on the API service page.',
      'If this wasn’t you, set a new password now. That ends all your API keys.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'api-key-made': ({ publicUrl }) => ({
    subject: 'An API key was created',
    paragraphs: [
      'An API key of your account was just created or replaced. It can spend the money in your wallet.',
      'If this wasn’t you, set a new password now. That ends all your API keys.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'webhook-secret-shown': ({ publicUrl }) => ({
    subject: 'A webhook secret was shown',
    paragraphs: [
      'The secret of one of your webhooks was just shown or replaced on the API service page.',
      'If this wasn’t you, set a new password now, and renew the secret of each webhook.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'phone-taken': ({ publicUrl }) => ({
    subject: 'Your phone number was verified by another account',
    paragraphs: [
      'Someone verified your phone number for another account. You can no longer sign in with it.',
      'If the number is still yours, verify it again on your account page. If it isn’t, enter your new one there.',
    ],
    link: { label: 'Go to your account', url: `${publicUrl}/dashboard/account-details` },
  }),
  'undo-open': ({ publicUrl }) => ({
    subject: 'Your account’s change of email can still be undone',
    paragraphs: [
      'This email address was added to an account a few days ago. For 7 days after that, the former address can undo the change and take the account back.',
      'If you didn’t open this account yourself, don’t add money to it. Contact support instead.',
    ],
    link: { label: 'Go to the shop', url: publicUrl },
  }),
  'second-factor-changed': ({ publicUrl }) => ({
    subject: 'Your second factor was changed',
    paragraphs: [
      'An authenticator app or passkey was added or removed, or new recovery codes were created.',
      'If this wasn’t you, set a new password now. For customers, that also removes everything added in the last 7 days.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'spending-lock-changed': ({ publicUrl }) => ({
    subject: 'Your spending lock was changed',
    paragraphs: [
      'The amount that your wallet can spend without asking for your passkey or password was changed, or the lock was switched on or off.',
      'If this wasn’t you, set a new password now. That signs out everybody else.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'recovery-asked': ({ shopName, publicUrl }) => ({
    subject: 'Someone asked us to recover your account',
    paragraphs: [
      `Somebody who says they are you asked support to recover your account at ${shopName}, because they can no longer sign in. We’re checking it. Nothing has changed yet.`,
      'If this wasn’t you, contact support at once. You can still sign in as before.',
    ],
    link: { label: 'Go to the shop', url: publicUrl },
  }),
  'account-recovered': ({ shopName, publicUrl }) => ({
    subject: 'Your account was recovered',
    paragraphs: [
      `You can sign in to your account at ${shopName} again, with a code that we send to this address. The old password, passkeys and authenticator apps are removed. All devices are signed out, and all API keys have ended.`,
      'If you didn’t ask for this, contact support at once.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'data-downloaded': ({ publicUrl }) => ({
    subject: 'Your data was downloaded',
    paragraphs: [
      'A file with everything we know about you was just downloaded from your account.',
      'If this wasn’t you, set a new password now. That signs out everybody else.',
    ],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password` },
  }),
  'issue-answered': ({ shopName, publicUrl }) => ({
    subject: 'We answered your message',
    paragraphs: [
      `We answered the message you sent to ${shopName}. You’ll find our answer below it.`,
    ],
    link: { label: 'Read our answer', url: `${publicUrl}/dashboard/query` },
  }),
  'account-deleted': () => ({
    subject: 'Your account is deleted',
    paragraphs: [
      'Your account and your personal details are deleted. Records that the law requires, such as past payments, stay in our books without your name.',
      'Thank you for using our shop.',
    ],
  }),
}

/** The words of each mail with a link that undoes a change. */
export const CHANGES: Record<
  JobPayload<'send-undo-link'>['changed'],
  (shopName: string) => [subject: string, words: string]
> = {
  email: (shopName) => [
    'Your email address was changed',
    `Your account at ${shopName} now uses another email address.`,
  ],
  phone: (shopName) => [
    'Your phone number was changed',
    `The phone number of your account at ${shopName} was changed.`,
  ],
  'phone-verified': (shopName) => [
    'A phone number was verified',
    `A phone number was verified for your account at ${shopName}. You can now sign in with it.`,
  ],
}
