/** The shop's logo, also used where a picture is missing. */
export const Gem = ({ className = 'size-6' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <path className="fill-lantern" d="M16 2 27 11 16 30 5 11z" />
    <path className="fill-lantern-bright" d="M16 2 20.5 11h-9z" />
    <path className="fill-on-lantern/15" d="M16 2 27 11h-6.5zM20.500 11H27L16 30z" />
    <path className="fill-on-lantern/30" d="M11.5 11h9L16 30z" opacity=".35" />
    <path className="fill-raised/40" d="M16 2 5 11h6.500z" />
  </svg>
)
