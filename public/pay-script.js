// Stands before the gateway's own script, to hear whether it comes: that one opens the gateway's page, and the
// address of the page does where it does not come. Who comes back by the browser's button is left to press.
const PATIENCE_MS = 4000
const [visit] = performance.getEntriesByType('navigation')
let isGone = visit?.type === 'back_forward'

function go() {
  if (isGone) return
  isGone = true
  const { href } = document.getElementById('pay')
  try {
    globalThis.PhonePeCheckout.transact({ tokenUrl: href })
  } catch {
    location.assign(href)
  }
}

const hear = ({ target }) => target.async && go()
document.addEventListener('load', hear, true)
document.addEventListener('error', hear, true)
setTimeout(go, PATIENCE_MS)
