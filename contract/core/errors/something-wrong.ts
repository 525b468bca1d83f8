/** In a file of its own because every page loads it, and few need the other refusals. */
export const SOMETHING_WRONG = 'Something went wrong!'
