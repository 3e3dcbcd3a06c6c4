import { describe, expect, it } from 'vitest';
import { routeInsteadOf } from './unknown-path.tsx';
import { ROUTE_PATHS, routeNameOf } from './routes.ts';
import { ROUTE_SCREENS } from './route-screens.tsx';

describe('routes', () => {
  it('[NAV-01] the routes of the site are exactly the specified paths', () => {
    expect(Object.values(ROUTE_PATHS)).toEqual([
      '/',
      '/home',
      '/pay',
      '/recharge',
      '/recharge-list',
      '/pay-step',
      '/login',
      '/fines',
      '/feedback',
      '/feedback-success',
      '/share.html',
      '/receipt',
      '/order',
      '/test',
    ]);
  });

  it('[NAV-01] /pay and /recharge are the same screen', () => {
    expect(ROUTE_SCREENS.recharge).toBe(ROUTE_SCREENS.pay);
  });

  it('a route is found with and without a slash at the end of its path', () => {
    expect(routeNameOf('/pay/')).toBe('pay');
    expect(routeNameOf('/')).toBe('index');
    expect(routeNameOf('/payment')).toBeNull();
  });

  it('[APP-11] an unknown path is replaced by the previous route or the start page, and keeps its query', () => {
    expect(routeInsteadOf('recharge-list', '?from=ad')).toBe('/recharge-list?from=ad');
    expect(routeInsteadOf(null, '')).toBe('/');
    expect(routeInsteadOf(null, '?a=1')).toBe('/?a=1');
  });
});
