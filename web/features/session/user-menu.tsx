import { balanceIn } from '#contract/core/balances.ts'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { formatBalance } from '#contract/core/money.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { paths } from '#web/paths.ts'
import { readCurrency } from '#web/state/currency.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { CoinsIcon, DashboardIcon, KeyIcon, LogOutIcon, ShieldIcon } from '#web/ui/icons/icons.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '#web/ui/menu.tsx'
import { WalletIcon } from '#web/ui/icons/money-icons.tsx'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'
import { changeCurrency } from '#web/features/currency/change-currency.ts'
import { loadUser } from './load-user.ts'
import { logOut } from './log-out.ts'

export function UserMenu({ trigger }: { trigger: ReactElement }) {
  const user = useCurrentUser()
  useOnLoad(loadUser) // the balance may have changed since the page was opened
  return (
    <Menu trigger={trigger} startsOpen>
      {user && (
        <p className="px-3 pt-1.5 pb-2 text-sm text-soft">
          Signed in as <strong className="block truncate text-ink">{user.fullName}</strong>
        </p>
      )}
      <MenuLink
        icon={<DashboardIcon />}
        link={<Link to={user?.isGuest ? paths.orders : paths.dashboard} />}
      >
        {user?.isGuest ? 'Your orders' : 'Dashboard'}
      </MenuLink>
      {user && !user.isGuest && (
        <MenuLink icon={<WalletIcon />} link={<Link to={paths.wallet} />}>
          Wallet
          <span className="money ml-auto pl-4 text-soft">
            {formatBalance(balanceIn(user, readCurrency()), readCurrency())}
          </span>
        </MenuLink>
      )}
      {user?.role === 'reseller' && (
        <MenuLink icon={<KeyIcon />} link={<Link to={paths.apiService} />}>
          API service
        </MenuLink>
      )}
      {user && worksHere(user) && (
        <MenuLink icon={<ShieldIcon />} link={<Link to={paths.office} />}>
          Admin panel
        </MenuLink>
      )}
      <MenuItem icon={<CoinsIcon />} onChoose={() => void changeCurrency()}>
        Change currency
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOutIcon />} onChoose={() => void logOut()}>
        {user?.isGuest ? 'Log in or sign up' : 'Logout'}
      </MenuItem>
    </Menu>
  )
}
