import { draw } from './icons.tsx'

// Kept in their own file so that only the back office downloads them.

export const BookIcon = draw(
  <path d="M5 4h12.500v16H5zM5 8.500H3.500M5 12H3.500M5 15.500H3.500M9 8.500h5M9 12h5" />,
)

export const FlagIcon = draw(<path d="M6 21V4M6 4.500h13l-3 4.500 3 4.500H6" />)

export const GamepadIcon = draw(
  <path d="M8 7.500h8a5 5 0 0 1 4.900 6l-.5 2.800a2.400 2.400 0 0 1-4.300 1L14.500 15h-5l-1.600 2.300a2.400 2.400 0 0 1-4.300-1l-.5-2.800A5 5 0 0 1 8 7.500zM8 10v3M6.500 11.500h3M15.500 11.500h.010M17.500 11.500h.010" />,
)

export const LayersIcon = draw(
  <path d="M12 3.500 20.500 8 12 12.500 3.500 8zM4 12l8 4.500 8-4.500M4 16l8 4.500 8-4.500" />,
)

export const LinkIcon = draw(
  <path d="M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12.500 6M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700l1.100-1.300" />,
)

export const RupeeIcon = draw(
  <path d="M7 4.500h10.500M7 9h10.500M7 4.500c8.500 0 8.500 9.500 0 9.500l7.500 6" />,
)

export const SettingsIcon = draw(
  <>
    <path d="M4 7h8M17 7h3M4 12h2M11 12h9M4 17h9M18 17h2" />
    <circle cx="14.500" cy="7" r="2.200" />
    <circle cx="8.500" cy="12" r="2.200" />
    <circle cx="15.500" cy="17" r="2.200" />
  </>,
)

export const TicketIcon = draw(
  <path d="M3.500 6.500h17v4a1.500 1.500 0 0 0 0 3v4h-17v-4a1.500 1.500 0 0 0 0-3zM14 6.500v2M14 11v2M14 15.500v2" />,
)

export const TaskIcon = draw(
  <path d="M4 6.500l1.500 1.500L8 5M4 12.500l1.500 1.500L8 11M4 18.500 5.500 20 8 17M11.500 6.500H20M11.500 12.500H20M11.500 18.500H20" />,
)

export const MenuIcon = draw(<path d="M4 7h16M4 12h16M4 17h16" />)
