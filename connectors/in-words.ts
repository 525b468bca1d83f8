/** Says why a program cannot continue, with the details of the cause in parentheses. */
export function inWords(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const details = cause === undefined ? '' : detailsOf(cause)
  return details ? `${message}\n(${details})` : message || detailsOf(error)
}

/** A host with several addresses fails once for each of them. The combined error has no message of its own. */
const detailsOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(detailsOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
