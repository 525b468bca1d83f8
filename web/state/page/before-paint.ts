/**
 * Runs in the head before the first paint. The page is the same for everybody. Only this browser knows the session, the
 * return from Google, the theme, the currency and dismissed news. The content security policy forbids eval, so zod must
 * not try it.
 */
export const BEFORE_PAINT = `
var d = document.documentElement.dataset, s = localStorage, t = s.getItem('theme'), l = location, c;
d.session = s.getItem('accessToken') ? 'in' : 'out';
if (l.pathname === '/login' && /[?&]code=/.test(l.search)) d.arriving = '';
if (!t && l.pathname.startsWith('/admin')) t = 'dark';
if (t) d.theme = t;
c = (d.currencies || '').split(' ').indexOf(s.getItem('currency'));
if (c > 0) { d.currency = s.getItem('currency'); d.slot = c; }
if (d.news && d.news === s.getItem('news')) d.told = '';
self.__zod_globalConfig = { jitless: true };
`.replaceAll('\n', '')
