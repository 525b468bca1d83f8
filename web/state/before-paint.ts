/**
 * Runs in the head, before anything is painted: whether somebody is signed in, whether they just come
 * back from Google, which theme and currency they chose and which news they have put away is in this
 * browser alone, and the page that came is the same for everybody. The policy lets no text become code, so zod
 * is told not to try.
 */
export const BEFORE_PAINT = `
var d = document.documentElement.dataset, s = localStorage, t = s.getItem('theme'), l = location;
d.session = s.getItem('accessToken') ? 'in' : 'out';
if (l.pathname === '/login' && /[?&]code=/.test(l.search)) d.arriving = '';
if (!t && l.pathname.startsWith('/admin')) t = 'dark';
if (t) d.theme = t;
if (s.getItem('currency') === 'USD') d.currency = 'USD';
if (d.news && d.news === s.getItem('news')) d.told = '';
self.__zod_globalConfig = { jitless: true };
`.replaceAll('\n', '')
