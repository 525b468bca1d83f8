/** A spinning gem. It is decorative, so the text beside it must say what is loading. */
export const Spinner = () => (
  <svg viewBox="0 0 16 16" className="size-4 animate-spin" aria-hidden="true">
    <path
      d="M8 1.5 13.5 6 8 14.5 2.5 6z"
      fill="none"
      stroke="currentColor"
      strokeOpacity=".3"
      strokeWidth="1.6"
    />
    <path
      d="M8 1.5 13.5 6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  </svg>
)
