/** What keeps a program from going on, in words; the cause follows for who needs the details. */
export function inWords(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const details = cause === undefined ? '' : detailsOf(cause)
  return details ? `${message}\n(${details})` : message || detailsOf(error)
}

/** An address with several ways to it fails once for each, and says nothing itself. */
const detailsOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(detailsOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
