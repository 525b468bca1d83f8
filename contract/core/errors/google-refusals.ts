/** Refusals of sign-in with Google, in the form of `errors.ts`. */
export const GOOGLE_REFUSALS = {
  GOOGLE_NOT_OFFERED: [503, 'This shop doesn’t offer sign-in with Google'],
  GOOGLE_FAILED: [401, 'Google login failed'],
  GOOGLE_UNREACHABLE: [503, 'We can’t reach Google right now. Please try again'],
  GOOGLE_EMAIL_UNPROVEN: [
    409,
    'An account with this email already exists. Sign in with its password or a code first',
  ],
} as const
