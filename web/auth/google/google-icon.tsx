/** A plain letter instead of Google's logo, which belongs to Google. */
export const GoogleIcon = () => (
  <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
    <path
      d="M17 10.200H10M17 10.200A7 7 0 1 1 14.700 4.900"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.200"
      strokeLinecap="round"
    />
  </svg>
)
