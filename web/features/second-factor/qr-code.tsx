import { encode } from 'uqr'

type Props = { text: string; className?: string }

/**
 * Dark on light in every colour scheme, because cameras need it. Hidden from screen readers, because the text stands
 * beside it.
 */
export function QrCode({ text, className = '' }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`rounded-md bg-white text-black ${className}`}
    >
      <path d={dots.join('')} fill="currentColor" />
    </svg>
  )
}
