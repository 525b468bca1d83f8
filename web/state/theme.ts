export type Theme = 'light' | 'dark'

const KEY = 'theme'

/** The visitor's chosen theme, or else the system's. */
export function readTheme(): Theme {
  const shown = document.documentElement.dataset['theme']
  if (shown === 'light' || shown === 'dark') return shown
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  document.documentElement.dataset['theme'] = theme
}
