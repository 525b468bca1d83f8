/** Lets keyboard users skip the parts that repeat on every page. */
export const SkipLink = () => (
  <a
    href="#content"
    className="pointer-events-none absolute top-2.5 left-3 z-50 inline-flex min-h-11 items-center rounded-md bg-raised px-4 font-semibold opacity-0 shadow-high focus:pointer-events-auto focus:opacity-100"
  >
    Skip to content
  </a>
)
