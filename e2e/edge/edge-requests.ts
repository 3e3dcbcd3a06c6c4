import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../tools/stack/repository.ts';

/** The response expected from the edge (nginx), written without its own table of paths. */
export interface Expected {
  readonly status: number;
  readonly type: string;
  readonly cache: 'no-cache' | 'public, max-age=31536000, immutable';
  readonly encoding: 'br' | null;
  readonly policy: 'page' | 'pay' | 'login';
  readonly canonical?: string;
  readonly robots?: 'noindex';
}

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const page = (canonical: string): Expected => ({
  status: 200,
  type: HTML,
  cache: 'no-cache',
  encoding: 'br',
  policy: 'pay',
  canonical: `https://127.0.0.1${canonical}`,
});
const HIDDEN: Expected = {
  status: 200,
  type: HTML,
  cache: 'no-cache',
  encoding: 'br',
  policy: 'pay',
  robots: 'noindex',
};
const file = (type: string, encoding: 'br' | null = 'br'): Expected => ({
  status: 200,
  type,
  cache: 'no-cache',
  encoding,
  policy: 'page',
});
const asset = (type: string, encoding: 'br' | null = 'br'): Expected => ({
  ...file(type, encoding),
  cache: 'public, max-age=31536000, immutable',
});
const SHELL: Expected = { ...file(HTML), status: 404, policy: 'pay' };
const NOTHING: Expected = { ...file(TEXT, null), status: 404 };

/** A file of the build with a hash in its name. */
function built(pattern: RegExp): string {
  const name = readdirSync(join(REPOSITORY, 'apps/web/dist/assets')).find((one) => pattern.test(one));
  if (name === undefined) throw new Error(`no ${pattern} in the build`);
  return `/assets/${name}`;
}

export const EDGE_REQUESTS: readonly (readonly [string, Expected])[] = [
  ['/', page('/')],
  ['/?lan=en&ticket=x', page('/')],
  ['/pay', page('/pay')],
  ['/pay/', page('/pay')],
  ['/recharge', page('/pay')],
  ['/recharge/', page('/pay')],
  ['/recharge-list', page('/recharge-list')],
  ['/recharge-list/', page('/recharge-list')],
  ['/fines', page('/fines')],
  ['/fines/', page('/fines')],
  ['/feedback', page('/feedback')],
  ['/feedback/', page('/feedback')],
  ['/share.html', { ...page('/share.html'), policy: 'page' }],
  ['/login', { ...page('/login'), policy: 'login' }],
  ['/login/', { ...page('/login'), policy: 'login' }],
  ['/pay-step', HIDDEN],
  ['/pay-step/', HIDDEN],
  ['/feedback-success', HIDDEN],
  ['/feedback-success/', HIDDEN],
  ['/receipt', { ...HIDDEN, policy: 'page' }],
  ['/receipt/', { ...HIDDEN, policy: 'page' }],
  ['/order', { ...page('/order'), policy: 'page' }],
  ['/order/', { ...page('/order'), policy: 'page' }],
  ['/test', { ...HIDDEN, policy: 'page' }],
  ['/test/', { ...HIDDEN, policy: 'page' }],

  ['/bank-return.html?order_id=x', file(HTML)],
  ['/bank-return.js', file(SCRIPT)],
  ['/mail-stop.html?lang=ar', file(HTML)],
  ['/mail-stop.js', file(SCRIPT)],
  ['/service-worker.js', file(SCRIPT)],
  ['/favicon.svg', file('image/svg+xml')],
  ['/manifest.webmanifest', file('application/manifest+json')],
  ['/manifest.en.webmanifest', file('application/manifest+json')],
  ['/icon-512.png', file('image/png', null)],
  ['/apple-touch-icon.png', file('image/png', null)],
  ['/robots.txt', file(TEXT)],
  ['/.well-known/apple-developer-merchantid-domain-association', file('text/plain', null)],
  [built(/^react-.*\.js$/), asset(SCRIPT)],
  [built(/^style-.*\.css$/), asset('text/css; charset=utf-8')],
  [built(/^sprite-.*\.svg$/), asset('image/svg+xml')],
  [built(/\.woff2$/), asset('font/woff2', null)],

  ['/nothing-here', SHELL],
  ['/pay/nothing/here', SHELL],
  ['/healthz', SHELL],
  ['/readyz', SHELL],
  ['/metrics', SHELL],
  ['/_shell.html', SHELL],
  ['/api', SHELL],
  ['/assets/', SHELL],
  ['/nothing.png', NOTHING],
  ['/index.html', NOTHING],
  ['/first-paint.js', NOTHING],
  ['/pay/index.html', NOTHING],
  ['/assets/react-00000000.js', NOTHING],
  [`${built(/^react-.*\.js$/)}.br`, NOTHING],
  [`${built(/^react-.*\.js$/)}.gz`, NOTHING],
  [`${built(/^react-.*\.js$/)}.map`, NOTHING],
  ['/.vite/manifest.json', NOTHING],
  ['/.vite/csp.json', NOTHING],
  ['/assets/..%2f.vite%2fcsp.json', NOTHING],
  ['/.git/config', NOTHING],
  ['/.env', NOTHING],
  ['/.well-known/nothing', NOTHING],
];
