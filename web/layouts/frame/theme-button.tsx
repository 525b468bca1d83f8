import { chooseTheme, readTheme } from '#web/state/theme.ts'
import { IconButton } from '#web/ui/button.tsx'
import { MoonIcon, SunIcon } from '#web/ui/icons/icons.tsx'

/** Renders both icons and lets CSS show one, because the server does not know the theme. */
export const ThemeButton = () => (
  <IconButton
    label="Switch between light and dark"
    onClick={() => chooseTheme(readTheme() === 'dark' ? 'light' : 'dark')}
  >
    <span className="dark:hidden">
      <MoonIcon />
    </span>
    <span className="hidden dark:block">
      <SunIcon />
    </span>
  </IconButton>
)
