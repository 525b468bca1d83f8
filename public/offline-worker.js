// Keeps one page for when the network is gone, and what it is made of. Nothing else is ever kept: a
// price from memory could be a wrong one.
const CACHE = 'offline-1'
const PAGE = '/offline'
const SCRIPT = '/offline-page.js'
const PARTS = /\/(?:assets\/[^"']+\.(?:css|woff2)|favicon\.svg|offline-page\.js)/g

let isNew = false // each time the browser starts this worker, the page is fetched again: the shop may have a new name

async function keep() {
  isNew = true
  const cache = await caches.open(CACHE)
  const page = await fetch(PAGE, { cache: 'reload' })
  const text = await page.clone().text()
  const parts = [...new Set(text.match(PARTS))]
  await Promise.all([cache.put(PAGE, page), cache.addAll(parts)])
}

async function answer(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request.mode === 'navigate' ? PAGE : request)
    if (kept) return kept
    throw error
  }
}

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { mode, destination, method, url } = event.request
  const isPart = ['style', 'font'].includes(destination) || new URL(url).pathname === SCRIPT
  if (method !== 'GET' || (mode !== 'navigate' && !isPart)) return
  const answered = answer(event.request)
  event.respondWith(answered)
  if (mode === 'navigate' && !isNew)
    event.waitUntil(answered.then(keep).catch(() => (isNew = false)))
})
