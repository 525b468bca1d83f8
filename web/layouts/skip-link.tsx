/** For who comes by keyboard: past everything that is the same on each page. */
export const SkipLink = () => (
  <a
    href="#content"
    className="absolute -top-16 left-3 z-50 inline-flex min-h-11 items-center rounded-md bg-raised px-4 font-semibold shadow-high focus:top-2.5"
  >
    Skip to content
  </a>
)
