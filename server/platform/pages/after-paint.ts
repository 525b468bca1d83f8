/**
 * What is seen comes before what makes it move: a page asks for its scripts when it has been painted, so that they take
 * neither the line nor the processor from what is looked at. A tab in the background is never painted and begins anyway.
 * They are run one by one, what others need first, with a breath between any two in which a tap is answered.
 */
const START = `(() => {
  const later = document.getElementById('later');
  const links = [...document.querySelectorAll('link[rel=later]')].reverse();
  let begun;
  const begin = async () => {
    if (begun) return;
    begun = true;
    for (const link of links) link.rel = 'modulepreload';
    for (const { href } of links)
      if (!later.textContent.includes('import("' + new URL(href).pathname)) {
        await import(href).catch(() => {});
        await new Promise((done) => setTimeout(done));
      }
    const script = document.createElement('script');
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
