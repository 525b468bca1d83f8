/** Apart from all other refusals: every page has it, and few need the rest. */
export const SOMETHING_WRONG = 'Something went wrong!'
