/** Refusals about staff, in the form of `errors.ts`. */
export const STAFF_REFUSALS = {
  STAFF_EMAIL: [
    409,
    'Staff accounts keep their verified email. Ask an administrator to remove your role first',
  ],
  OWN_ACCOUNT: [409, 'You cannot change the role or block of your own account'],
  WORKS_HERE: [409, 'This person already works here'],
  INVITATION_WRONG: [
    404,
    'This invitation has expired, was withdrawn, or has already been used. Ask for a new one',
  ],
  INVITATION_OF_OTHERS: [
    403,
    'This invitation was sent to another email. Log in with the account of that email',
  ],
  INVITATION_UNPROVEN: [403, 'Verify your email first'],
  EMAIL_JUST_CHANGED: [
    409,
    'The email of this account changed in the last 7 days, and its former email can still undo that. Give the role after that',
  ],
  INVITATION_TOO_SOON: [
    409,
    'The email of this account changed in the last 7 days. Ask for a new invitation after that',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>
