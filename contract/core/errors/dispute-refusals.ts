/** Refusals about disputes, in the form of `errors.ts`. */
export const DISPUTE_REFUSALS = {
  NO_SUCH_DISPUTE: [404, 'Dispute not found'],
  DISPUTE_NOT_BY_HAND: [409, 'This gateway tells the outcome itself. Refresh the dispute instead'],
  DISPUTE_TOO_MUCH: [400, 'This is more than the disputed amount'],
  DISPUTE_ANSWER_ELSEWHERE: [409, 'This gateway takes answers only in its dashboard'],
  DISPUTE_TAKES_NO_ANSWER: [409, 'This dispute takes no answer now'],
  DISPUTE_BEING_ANSWERED: [409, 'An answer is on its way already'],
} as const
