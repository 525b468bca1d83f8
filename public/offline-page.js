// Loads the page that was wanted as soon as the shop answers again.
const PAUSE_MS = 4000

async function look() {
  try {
    await fetch('/healthz', { cache: 'no-store' })
  } catch {
    return
  }
  location.reload()
}

if (location.pathname !== '/offline') {
  addEventListener('online', look)
  setInterval(() => document.hidden || look(), PAUSE_MS)
}
