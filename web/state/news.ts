/** Dismisses an announcement for good. The next one is shown again. */
export function putNewsAway(id: string): void {
  localStorage.setItem('news', id)
  document.documentElement.dataset['told'] = ''
}
