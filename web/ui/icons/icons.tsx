import type { ReactNode } from 'react'

export type IconProps = { className?: string }

/** Creates a line icon on a 24-unit grid, in the colour of the surrounding text. */
export const draw = (children: ReactNode) =>
  function Icon({ className = 'size-5' }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }

export const HomeIcon = draw(<path d="M4 11 12 4l8 7v9h-5.500v-6h-5v6H4z" />)
export const UserIcon = draw(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.500 20.500c1-4 4-6 7.500-6s6.500 2 7.500 6" />
  </>,
)
export const UsersIcon = draw(
  <>
    <circle cx="9" cy="8" r="3.500" />
    <path d="M2.500 20c.8-3.500 3.300-5.500 6.500-5.500s5.700 2 6.500 5.500M16 4.800a3.500 3.500 0 0 1 0 6.400M18 14.800c1.800.8 3 2.600 3.500 5.200" />
  </>,
)
export const SunIcon = draw(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400" />
  </>,
)
export const MoonIcon = draw(
  <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z" />,
)
export const LogOutIcon = draw(<path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9.500" />)
export const ChevronDownIcon = draw(<path d="m6 9.500 6 6 6-6" />)
export const ChevronLeftIcon = draw(<path d="m14.500 6-6 6 6 6" />)
export const ChevronRightIcon = draw(<path d="m9.500 6 6 6-6 6" />)
export const OfflineIcon = draw(
  <path d="M4 4l16 16M8.500 15.500a5 5 0 0 1 5.500-1M5.500 12a9.500 9.500 0 0 1 4-2.500M18.500 12A9.500 9.500 0 0 0 14 9.300M2.500 8.500A14 14 0 0 1 6 6.200M21.500 8.500A14 14 0 0 0 11 5M12 19h.010" />,
)
export const CalendarIcon = draw(<path d="M5 6h14v14H5zM5 10.500h14M9 3.500v4M15 3.500v4" />)
export const CheckIcon = draw(<path d="m5 12.500 4.500 4.500L19 7.500" />)
export const CloseIcon = draw(<path d="m6 6 12 12M18 6 6 18" />)
export const TrashIcon = draw(
  <path d="M4.500 6.500h15M9.500 6.500V4h5v2.500M6.500 6.500 7.500 20h9l1-13.500M10.500 10.500v5.500M13.500 10.500v5.500" />,
)
export const SearchIcon = draw(
  <>
    <circle cx="11" cy="11" r="6.500" />
    <path d="m16 16 4.500 4.500" />
  </>,
)
export const ShieldIcon = draw(
  <path d="M12 2.800 19.500 6v5.500c0 4.500-3 8-7.500 9.700-4.500-1.700-7.500-5.200-7.500-9.700V6z" />,
)
export const ImageIcon = draw(
  <>
    <rect x="3.500" y="4.500" width="17" height="15" rx="1.500" />
    <circle cx="9" cy="10" r="1.800" />
    <path d="m4 18 5.500-5 3.500 3 3-2.500 4.500 4" />
  </>,
)
export const PencilIcon = draw(
  <path d="M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM13.500 7l3.500 3.500" />,
)
export const DashboardIcon = draw(
  <path d="M4 4h7v7H4zM13 4h7v4h-7zM13 10.500h7V20h-7zM4 13.500h7V20H4z" />,
)
export const GlobeIcon = draw(
  <>
    <circle cx="12" cy="12" r="8.500" />
    <path d="M3.500 12h17M12 3.500c5 5 5 12 0 17M12 3.500c-5 5-5 12 0 17" />
  </>,
)
export const ChatIcon = draw(<path d="M4 5h16v11h-8.500L7 20v-4H4zM8 9.500h8M8 12.500h5" />)
export const PauseIcon = draw(<path d="M9 6v12M15 6v12" />)
export const PlayIcon = draw(<path d="M8 5.500v13l10.500-6.500z" />)
export const BoltIcon = draw(<path d="M13 3 5.500 13.500H11L10 21l8-11h-5.500z" />)
export const KeyIcon = draw(
  <>
    <circle cx="8" cy="15.500" r="4" />
    <path d="m11 12.500 8.500-8.500M16 7.500l3 3" />
  </>,
)
export const ReceiptIcon = draw(<path d="M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9 8.500h6M9 12.500h6" />)
export const CoinsIcon = draw(
  <>
    <ellipse cx="12" cy="6.500" rx="7" ry="3" />
    <path d="M5 6.500v5.500c0 1.700 3.100 3 7 3s7-1.300 7-3V6.500M5 12v5.500c0 1.700 3.100 3 7 3s7-1.300 7-3V12" />
  </>,
)
export const TrophyIcon = draw(
  <path d="M7.500 4h9v6a4.500 4.500 0 0 1-9 0zM7.500 6H4.500c0 3 1 4.500 3.200 4.500M16.500 6h3c0 3-1 4.500-3.200 4.500M12 14.500V18M8.500 20.500h7M10 18h4" />,
)
export const CopyIcon = draw(
  <>
    <rect x="8.500" y="8.500" width="11" height="11" rx="1.500" />
    <path d="M15.500 5.500v-1h-11v11h1" />
  </>,
)
export const ClockIcon = draw(
  <>
    <circle cx="12" cy="12" r="8.500" />
    <path d="M12 7.500V12l3 2" />
  </>,
)
export const BellIcon = draw(
  <path d="M12 3.500a5.500 5.500 0 0 1 5.500 5.500c0 5 2 6.500 2 6.500h-15s2-1.500 2-6.500A5.500 5.500 0 0 1 12 3.500zM10 19a2.200 2.200 0 0 0 4 0" />,
)
export const BoxIcon = draw(
  <path d="M12 3 20 7.200v9.600L12 21l-8-4.200V7.200zM4.300 7.400 12 11.500l7.700-4.100M12 11.500V21" />,
)
export const ReturnIcon = draw(
  <path d="M8.500 5 4 9.500 8.500 14M4 9.500h9.500a6 6 0 0 1 0 12H9" />,
)
