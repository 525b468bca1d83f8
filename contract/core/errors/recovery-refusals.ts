/** Refusals of account recovery, in the form of `errors.ts`. */
export const RECOVERY_REFUSALS = {
  NO_SUCH_RECOVERY: [404, 'Recovery not found'],
  RECOVERY_WAITING: [409, 'A recovery of this account is already waiting for approval'],
  RECOVERY_DECIDED: [409, 'This recovery has already been decided'],
  OWN_RECOVERY: [409, 'You asked for this recovery. Somebody else must approve it'],
  RECOVERY_OF_OTHERS: [403, 'Only an administrator can decline a colleague’s recovery'],
  RECOVERY_OF_STAFF: [409, 'Staff accounts are recovered with a command on the server'],
} as const satisfies Record<string, readonly [status: number, message: string]>
