/** Refusals about staff, in the form of `errors.ts`. */
export const STAFF_REFUSALS = {
  STAFF_EMAIL: [
    409,
    'Staff accounts can’t change their email. Ask an administrator to remove your role first',
  ],
  OWN_ACCOUNT: [409, 'You can’t change your own role or block yourself'],
  WORKS_HERE: [409, 'This person already works here'],
  INVITATION_WRONG: [
    404,
    'This invitation has expired, was withdrawn, or has already been used. Ask for a new one',
  ],
  INVITATION_OF_OTHERS: [
    403,
    'This invitation was sent to another email. Log in with that account',
  ],
  INVITATION_UNPROVEN: [403, 'Verify your email first'],
  EMAIL_JUST_CHANGED: [
    409,
    'This account’s email changed less than 7 days ago, and that can still be undone. Please give the role later',
  ],
  INVITATION_TOO_SOON: [
    409,
    'Your email changed less than 7 days ago. Ask for a new invitation later',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>
