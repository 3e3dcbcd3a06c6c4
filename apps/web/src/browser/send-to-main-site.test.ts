import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendToFines, sendToMainSite, STAYS_AFTER_RETURN_MS } from './send-to-main-site.ts';
import type { Go } from './send-to-share.ts';
import { storedPendingRequest } from './storage/purchase.ts';

const MAIN = 'https://main.example';

function from(address: string) {
  const { origin, pathname, search, hash } = new URL(address, 'https://are.example');
  const go = vi.fn<Go>();
  const at = { origin, pathname, search, hash };
  return { at, go, to: () => go.mock.calls[0]?.[0] ?? null };
}
function sentFrom(address: string, mainSite: string | null, nowMs = 0): string | null {
  const { at, go, to } = from(address);
  const isSent = sendToMainSite(at, mainSite, nowMs, go);
  expect(isSent).toBe(to() !== null);
  return to();
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the main sibling site', () => {
  it.each([
    ['/', `${MAIN}/`],
    ['/pay?from=x&room_id=7#a', `${MAIN}/pay?from=x&room_id=7#a`],
    ['/a/b/share.html?info=1', `${MAIN}/a/b/share.html?info=1`],
  ])('[APP-08] a visitor at %s is sent to the main site with the same path and query', (address, to) => {
    expect(sentFrom(address, MAIN)).toBe(to);
  });

  it.each(['/pay?stay_are=1', '/pay?stay_are', '/pay?stay_are=0', '/pay#/home?stay_are=1'])(
    '[APP-08] a visitor at %s stays on this site, because the link has stay_are',
    (address) => expect(sentFrom(address, MAIN)).toBeNull(),
  );

  it('[APP-08] the visitor stays when no main site is configured or this host is the main site', () => {
    expect(sentFrom('/pay', null)).toBeNull();
    expect(sentFrom(`${MAIN}/pay`, MAIN)).toBeNull();
  });

  it('[APP-08] two sites that name each other as main site do not redirect the visitor in a loop', () => {
    expect(sentFrom('/pay', MAIN, 0)).not.toBeNull();
    expect(sentFrom('/pay', MAIN, 500)).toBeNull();
    expect(sentFrom('/pay', MAIN, STAYS_AFTER_RETURN_MS)).not.toBeNull();
  });

  it('a visitor with a pending payment request is not sent to the main site', () => {
    storedPendingRequest.write({ requestId: 'r', sentAtMs: 1 });
    expect(sentFrom('/pay', MAIN)).toBeNull();
  });

  it.each(['/pay?main=https://evil.example', '//evil.example/pay', '/pay?redirect=javascript:alert(1)'])(
    'a visitor at the hostile address %s is redirected to the main site and to no other host',
    (path) => {
      const { at, go, to } = from('/');
      sendToMainSite({ ...at, pathname: path.split('?')[0] ?? '', search: '' }, MAIN, 0, go);
      expect(new URL(to() ?? '').origin).toBe(MAIN);
    },
  );
});

describe('anti_ban', () => {
  const finesFrom = (address: string) => {
    const { at, go, to } = from(address);
    return [sendToFines(at, go), to()];
  };

  it('[APP-21] anti_ban in the link opens the fines screen for the account it names', () => {
    expect(finesFrom('/pay?anti_ban=5048213')).toEqual([true, '/fines?fine=5048213']);
    expect(finesFrom('/?from=app#/home?anti_ban=٥٠٤٨٢١٣')).toEqual([true, '/fines?fine=5048213']);
  });

  it.each([
    '/pay',
    '/pay?anti_ban=',
    '/pay?anti_ban=12',
    '/pay?anti_ban=https://evil.example',
    '/fines?fine=5048213',
  ])('the address %s is not sent to another screen', (address) =>
    expect(finesFrom(address)).toEqual([false, null]),
  );
});
