/** The routes of NAV-01, and two of ours: receipt and order search. `home` leads to `index`, `recharge` shows the pay screen. */
export const ROUTE_PATHS = {
  index: '/',
  home: '/home',
  pay: '/pay',
  recharge: '/recharge',
  'recharge-list': '/recharge-list',
  'pay-step': '/pay-step',
  login: '/login',
  fines: '/fines',
  feedback: '/feedback',
  'feedback-success': '/feedback-success',
  share: '/share.html',
  receipt: '/receipt',
  order: '/order',
  test: '/test',
} as const;

export type RouteName = keyof typeof ROUTE_PATHS;

const NAMES = Object.keys(ROUTE_PATHS) as RouteName[];

export function routeNameOf(path: string): RouteName | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return NAMES.find((name) => ROUTE_PATHS[name] === plain) ?? null;
}
