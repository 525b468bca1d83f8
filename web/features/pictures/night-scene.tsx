/** Decorative night scene with lanterns and gems. It looks the same in both themes. */
export const NightScene = ({ className = '' }: { className?: string }) => (
  <svg
    viewBox="0 40 640 600"
    preserveAspectRatio="xMidYMid slice"
    className={className}
    aria-hidden="true"
  >
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.16 0.045 285)" />
        <stop offset=".62" stopColor="oklch(0.25 0.075 300)" />
        <stop offset="1" stopColor="oklch(0.36 0.09 30)" />
      </linearGradient>
      <radialGradient id="glow">
        <stop offset="0" stopColor="oklch(0.86 0.16 74)" stopOpacity=".55" />
        <stop offset=".35" stopColor="oklch(0.8 0.16 66)" stopOpacity=".2" />
        <stop offset="1" stopColor="oklch(0.75 0.16 60)" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="paper" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.78 0.16 62)" />
        <stop offset=".5" stopColor="oklch(0.9 0.13 82)" />
        <stop offset="1" stopColor="oklch(0.74 0.17 52)" />
      </linearGradient>
      <linearGradient id="counter" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.3 0.06 35)" />
        <stop offset="1" stopColor="oklch(0.17 0.045 300)" />
      </linearGradient>
    </defs>
    <rect width="640" height="720" fill="url(#sky)" />
    <g fill="oklch(0.92 0.03 90)" opacity=".55">
      {STARS.map(([x, y, size]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={size} />
      ))}
    </g>
    <path
      d="M-20 60C120 150 240 165 340 130S560 70 660 110"
      fill="none"
      stroke="oklch(0.5 0.05 300)"
      strokeWidth="2"
    />
    {LANTERNS.map(([x, y, scale]) => (
      <Lantern key={x} x={x} y={y} scale={scale} />
    ))}
    <path d="M0 560 640 528V720H0z" fill="url(#counter)" />
    <path d="M0 560 640 528v14L0 576z" fill="oklch(0.45 0.09 45)" />
    {STONES.map(([x, y, scale, hue]) => (
      <Stone key={x} x={x} y={y} scale={scale} hue={hue} />
    ))}
  </svg>
)

const STARS = [
  [60, 40, 1.2],
  [150, 90, 0.9],
  [230, 36, 1.4],
  [300, 220, 0.9],
  [390, 60, 1.1],
  [470, 30, 0.9],
  [560, 190, 1.3],
  [600, 60, 1],
  [90, 250, 1],
  [200, 300, 0.8],
  [520, 290, 0.9],
] as const

const LANTERNS = [
  [96, 118, 1],
  [228, 152, 1.3],
  [372, 122, 1.05],
  [498, 94, 0.85],
  [588, 98, 1.1],
] as const

const STONES = [
  [120, 548, 1.15, 25],
  [238, 540, 0.8, 155],
  [330, 532, 1.5, 70],
  [440, 530, 0.75, 225],
  [528, 526, 1.05, 300],
] as const

type Placed = { x: number; y: number; scale: number }

const Lantern = ({ x, y, scale }: Placed) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>
    <circle cy="44" r="120" fill="url(#glow)" />
    <path d="M0-14V8" stroke="oklch(0.5 0.05 300)" strokeWidth="2" />
    <path d="M-14 8h28l14 18v30L14 74h-28L-28 56V26z" fill="url(#paper)" />
    <path
      d="M-14 8v66M14 8v66M-28 26h56M-28 56h56"
      stroke="oklch(0.55 0.15 45)"
      strokeOpacity=".45"
      strokeWidth="2"
      fill="none"
    />
    <path d="M-12 4h24v5h-24zM-12 73h24v5h-24z" fill="oklch(0.35 0.09 40)" />
    <path d="M0 78v16M-4 94h8" stroke="oklch(0.6 0.15 45)" strokeWidth="2" />
  </g>
)

const Stone = ({ x, y, scale, hue }: Placed & { hue: number }) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>
    <ellipse cy="4" rx="44" ry="8" fill="oklch(0.1 0.03 300)" opacity=".5" />
    <path d="M0-88 36-56 0 0-36-56z" fill={`oklch(0.68 0.16 ${hue})`} />
    <path d="M0-88 15-56h-30z" fill={`oklch(0.86 0.1 ${hue})`} />
    <path d="M0-88-36-56h21z" fill={`oklch(0.78 0.14 ${hue})`} />
    <path d="M15-56h21L0 0z" fill={`oklch(0.5 0.15 ${hue})`} />
    <path d="M-36-56h21L0 0z" fill={`oklch(0.62 0.16 ${hue})`} />
  </g>
)
