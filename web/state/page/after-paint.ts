export const SCRIPTS_ID = 'scripts'

/**
 * Runs right after the noscript element that contains the router's scripts. Creates the router's context at once and
 * loads the modules after the first paint, so that they take neither bandwidth nor processor time from visible content.
 * A background tab is never painted, so a timer starts them there. Modules run one by one, dependencies first. The
 * pauses in between let the browser respond to taps. See docs/decisions/037-early-input.md.
 */
export const LOAD_AFTER_PAINT = `(() => {
  const box = document.createElement('div');
  box.innerHTML = document.getElementById('${SCRIPTS_ID}').textContent;
  const find = (what) => [...box.firstChild.content.querySelectorAll(what)];
  const run = ({ type, textContent }) => {
    const script = document.createElement('script');
    script.type = type;
    script.textContent = textContent;
    document.head.append(script);
  };
  const links = find('link[rel=modulepreload]').reverse();
  const modules = find('script[type=module]');
  find('script:not([type=module])').forEach(run);
  let begun;
  const begin = async () => {
    if (begun) return;
    begun = true;
    document.head.append(...links);
    for (const { href } of links)
      if (!modules.some(({ textContent }) => textContent.includes('import("' + new URL(href).pathname))) {
        await import(href).catch(() => {});
        await new Promise((done) => setTimeout(done));
      }
    modules.forEach(run);
  };
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 1000);
})()`.replaceAll(/\n\s*/g, '')
