import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { CoinsIcon, DashboardIcon, LogOutIcon, ShieldIcon } from '#web/ui/icons.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '#web/ui/menu.tsx'
import { changeCurrency } from './change-currency.ts'
import { logOut } from './log-out.ts'

export function UserMenu({ trigger }: { trigger: ReactElement }) {
  const user = useCurrentUser()
  return (
    <Menu trigger={trigger} startsOpen>
      {user && (
        <p className="px-3 pt-1.5 pb-2 text-sm text-soft">
          Signed in as <strong className="block truncate text-ink">{user.fullName}</strong>
        </p>
      )}
      <MenuLink icon={<DashboardIcon />} link={<Link to={paths.dashboard} />}>
        Dashboard
      </MenuLink>
      {user?.role === 'admin' && (
        <MenuLink icon={<ShieldIcon />} link={<Link to={paths.admin} />}>
          Admin panel
        </MenuLink>
      )}
      <MenuItem icon={<CoinsIcon />} onChoose={() => void changeCurrency()}>
        Change currency
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOutIcon />} onChoose={() => void logOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
