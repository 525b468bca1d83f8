// Keeps the page with a UPI code up to date: it counts down, and moves on once the payment has ended.
const LOOK_MS = 4_000
const LOOKS_UNTIL_ASKING = 15 // the shop asks the gateway by itself, too, and the gateway tells the shop

const left = document.getElementById('left')
const ends = performance.now() + Number(left.dataset.seconds) * 1_000
const timer = setInterval(tick, 1_000)
let looks = 0

function tick() {
  const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1_000))
  left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  if (seconds === 0) end()
}

function end() {
  clearInterval(timer)
  document.getElementById('code').hidden = true
  document.getElementById('over').hidden = false
  say('This code has expired. Go back to try again.')
}

/** POST makes the shop ask the gateway first. A redirect means that the payment has ended. */
async function look(method) {
  try {
    const { type } = await fetch(location.href, { method, redirect: 'manual', cache: 'no-store' })
    if (type === 'opaqueredirect') location.reload()
  } catch {
    // The next look may get through.
  }
}

function say(text) {
  document.getElementById('news').textContent = text
}

setInterval(() => {
  if (!document.hidden) void look(++looks % LOOKS_UNTIL_ASKING === 0 ? 'POST' : 'HEAD')
}, LOOK_MS)

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look('POST') // the customer may come from the UPI app
})
