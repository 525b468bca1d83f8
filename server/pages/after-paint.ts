/**
 * What is seen comes before what makes it move: a page asks for its scripts when it has been painted, so that they take
 * neither the line nor the processor from what is looked at. A tab in the background is never painted and begins anyway.
 */
const START = `(() => {
  let begun;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
    const later = document.getElementById('later'), script = document.createElement('script');
    script.type = 'module';
    script.textContent = later.textContent;
    later.replaceWith(script);
  };
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 1000);
})()`.replaceAll(/\n\s*/g, '')

const AHEAD = '<link rel="modulepreload"'
const ENTRY = /<script type="module" async="">([^]*?)<\/script>/

/** A page with its scripts as the router writes them, and the same page with them after the first paint. */
export const startAfterPaint = (html: string): string =>
  html
    .replaceAll(AHEAD, '<link rel="later"')
    .replace(
      ENTRY,
      (_, text: string) =>
        `<script type="text/later" id="later">${text}</script><script>${START}</script>`,
    )
