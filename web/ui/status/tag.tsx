import { Ground } from '#web/ui/picture.tsx'

type TagProps = { name: string; color: string; background: string }

/**
 * A word in colours from the data. An SVG draws it, because SVG attributes are not inline styles. An invisible copy of
 * the word gives the tag its size.
 */
export const Tag = ({ name, color, background }: TagProps) => (
  <span
    data-name={name}
    className="relative inline-grid overflow-hidden rounded-sm px-2 py-0.5 text-xs font-bold whitespace-nowrap before:invisible before:content-[attr(data-name)]"
  >
    <Ground color={background} className="absolute inset-0 size-full" />
    <svg className="absolute inset-0 size-full">
      <text x="50%" y="50%" textAnchor="middle" dominantBaseline="central" fill={color}>
        {name}
      </text>
    </svg>
  </span>
)
