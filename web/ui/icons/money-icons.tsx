import { draw } from './icons.tsx'

// Kept in their own file so that only the pages about money download them.

export const PlusIcon = draw(<path d="M12 5v14M5 12h14" />)
export const BagIcon = draw(
  <path d="M5 8h14l1 12.500H4zM8.500 10.500V7a3.500 3.500 0 0 1 7 0v3.500" />,
)
export const ReturnIcon = draw(<path d="M9 5 4.500 9.500 9 14M5 9.500h9.500a5 5 0 0 1 0 10H9" />)
export const GiftIcon = draw(
  <path d="M4 8.500h16V13H4zM5.500 13v7.500h13V13M12 8.500v12M12 8.500C8.500 8.500 7 7 7.500 5.200 8 3.500 11 3.500 12 8.500c1-5 4-5 4.500-3.300.500 1.800-1 3.300-4.500 3.300" />,
)
export const SwapIcon = draw(<path d="M4 8.500h15M15 4.500l4 4-4 4M20 16H5M9 12l-4 4 4 4" />)
export const BalanceIcon = draw(
  <path d="M12 4v16M7.500 20h9M4.500 7h15M4.500 7 2.500 13.500h4zM19.500 7l-2 6.500h4z" />,
)
export const ClockIcon = draw(
  <>
    <circle cx="12" cy="12" r="8.500" />
    <path d="M12 7v5l3.500 2" />
  </>,
)
export const WalletIcon = draw(
  <path d="M4 7.500V18a1.500 1.500 0 0 0 1.500 1.500H20v-12H5.500A1.500 1.500 0 0 1 4 6a1.500 1.500 0 0 1 1.500-1.500H18v3M16 13.500h.500" />,
)
export const DownloadIcon = draw(<path d="M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 20h14" />)
export const PrinterIcon = draw(
  <path d="M7 8.500V4h10v4.500M7 16.500H4v-8h16v8h-3M7 13.500h10V20H7z" />,
)
export const WarningIcon = draw(<path d="M12 4.500 21 20H3zM12 10.500v4.500M12 17.500v.100" />)
