import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'

type MenuProps = {
  trigger: ReactElement // the button that opens it
  startsOpen?: boolean
  children: ReactNode
}

const itemLook =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-base select-none focus-visible:-outline-offset-3 ' +
  'data-highlighted:bg-sunken'

export const Menu = ({ trigger, startsOpen = false, children }: MenuProps) => (
  <Base.Root defaultOpen={startsOpen} modal={false}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={12} align="end" className="z-50">
        <Base.Popup className="facet min-w-56 origin-(--transform-origin) border border-line bg-raised p-1.5 shadow-high outline-none transition-[opacity,scale] duration-(--duration-quick) data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

type ItemProps = { icon?: ReactNode; onChoose: () => void; children: ReactNode }

export const MenuItem = ({ icon, onChoose, children }: ItemProps) => (
  <Base.Item className={itemLook} onClick={onChoose}>
    {icon && <span className="text-soft">{icon}</span>}
    {children}
  </Base.Item>
)

type LinkProps = { icon?: ReactNode; link: ReactElement; children: ReactNode }

/** A menu entry that navigates. The caller passes the router's link element. */
export const MenuLink = ({ icon, link, children }: LinkProps) => (
  <Base.LinkItem className={itemLook} render={link} closeOnClick>
    {icon && <span className="text-soft">{icon}</span>}
    {children}
  </Base.LinkItem>
)

export const MenuLine = () => <Base.Separator className="mx-2 my-1.5 h-px bg-line" />
