/**
 * Loads the scripts after the first paint, so that they take neither bandwidth nor processor time from visible content.
 * A background tab is never painted, so a timer starts them there. They run one by one, dependencies first. The pauses
 * in between let the browser respond to taps.
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

/** Changes a page from the router so that its scripts load after the first paint. */
export const startAfterPaint = (html: string): string =>
  html
    .replaceAll(AHEAD, '<link rel="later"')
    .replace(
      ENTRY,
      (_, text: string) =>
        `<script type="text/later" id="later">${text}</script><script>${START}</script>`,
    )
