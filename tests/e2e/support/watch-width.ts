/** Checks the width after every change of a loaded page, and reports sideways scrolling in its console. */
export const WATCH_WIDTH = `
  let isDue = false
  const look = () => {
    isDue = false
    if (document.readyState === 'loading' || window.isResizing) return
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return
    const wide = [...document.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    )
    console.error('scrolls sideways: ' + scrollWidth + ' px', wide.at(-1)?.outerHTML)
  }
  const lookSoon = () => {
    if (!isDue) requestAnimationFrame(look)
    isDue = true
  }
  new MutationObserver(lookSoon).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  })
  addEventListener('load', lookSoon)
`
