/** Class names are written out in full, because the style sheet is built from the names found in the source. */
const SWATCHES = [
  ['ground', 'bg-ground'],
  ['stall', 'bg-stall'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['edge', 'bg-edge'],
  ['soft', 'bg-soft'],
  ['ink', 'bg-ink'],
  ['night', 'bg-night'],
  ['on-night', 'bg-on-night'],
  ['lantern', 'bg-lantern'],
  ['lantern-bright', 'bg-lantern-bright'],
  ['lantern-deep', 'bg-lantern-deep'],
  ['lantern-soft', 'bg-lantern-soft'],
  ['on-lantern', 'bg-on-lantern'],
  ['glass', 'bg-glass'],
  ['glass-soft', 'bg-glass-soft'],
  ['good', 'bg-good'],
  ['good-soft', 'bg-good-soft'],
  ['bad', 'bg-bad'],
  ['bad-soft', 'bg-bad-soft'],
  ['pending', 'bg-pending'],
  ['processing', 'bg-processing'],
  ['completed', 'bg-completed'],
  ['cancelled', 'bg-cancelled'],
  ['failed', 'bg-failed'],
  ['refunded', 'bg-refunded'],
  ['gold', 'bg-gold'],
  ['silver', 'bg-silver'],
  ['bronze', 'bg-bronze'],
] as const

export const Swatches = () => (
  <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-7">
    {SWATCHES.map(([name, look]) => (
      <li key={name} className="grid gap-1 text-xs">
        <span className={`facet h-14 border border-line ${look}`} />
        {name}
      </li>
    ))}
  </ul>
)

const SIZES = [
  ['hero', 'text-hero font-display font-bold tracking-tight'],
  ['3xl', 'text-3xl font-display font-bold tracking-tight'],
  ['2xl', 'text-2xl font-display font-bold tracking-tight'],
  ['xl', 'text-xl font-display font-bold tracking-tight'],
  ['base', 'text-base'],
  ['sm', 'text-sm'],
  ['xs', 'text-xs'],
] as const

export const Letters = () => (
  <dl className="grid gap-3">
    {SIZES.map(([name, look]) => (
      <div key={name} className="grid items-baseline gap-x-6 sm:grid-cols-[4rem_1fr]">
        <dt className="text-sm text-soft">{name}</dt>
        <dd className={look}>Gems at any hour, ₹1,299.00</dd>
      </div>
    ))}
    <div className="grid items-baseline gap-x-6 sm:grid-cols-[4rem_1fr]">
      <dt className="text-sm text-soft">money</dt>
      <dd className="money text-2xl">₹1,11,111.00 $88.4500</dd>
    </div>
  </dl>
)
