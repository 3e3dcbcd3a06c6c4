import { DEFAULT_SITE_CONFIG, readSiteConfig } from '@jawhara/contract';
import { HttpResponse, http } from 'msw/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { createPageScope } from '../../page-scope.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { selfUpdate, storedUpdatedTo } from './self-update.ts';

const NEWER = '1.0.999';
const NOW = new Date('2026-11-16T12:00:00Z');
const leave = vi.fn<(url: string | URL) => void>();
/** The requests by which the page was fetched before the reload. */
let fetched: string[] = [];
let isPageThere = true;

function publish(websiteVersion: string): void {
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, websiteVersion }));
}

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const setPaying = (isPaying: boolean) => document.documentElement.toggleAttribute('data-paying', isPaying);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(document, 'addEventListener');
  localStorage.clear();
  leave.mockReset();
  vi.spyOn(location, 'replace').mockImplementation(leave);
  fetched = [];
  isPageThere = true;
  setPaying(false);
  history.replaceState(null, '', '/pay?lan=en');
  network.use(
    http.get('*/pay', ({ request }) => {
      fetched.push(request.url);
      return isPageThere ? HttpResponse.html('<p></p>') : HttpResponse.error();
    }),
  );
});
afterEach(() => {
  // A page that was left has no listeners any more.
  for (const [type, listener] of vi.mocked(document.addEventListener).mock.calls)
    document.removeEventListener(type, listener);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('[UPD-01] a newer version', () => {
  it('a newer version at the start is fetched past the cache after a second, and the page reloads with dt in its address', async () => {
    publish(NEWER);
    const asking = vi.spyOn(globalThis, 'fetch');
    await selfUpdate(createPageScope()).run();
    await pass(999);
    expect(fetched).toEqual([]);
    await pass(100);
    expect(fetched).toHaveLength(1);
    expect(asking).toHaveBeenLastCalledWith(expect.anything(), { cache: 'no-cache' });
    const url = new URL(String(leave.mock.calls[0]?.[0]), location.origin);
    expect([url.pathname, url.searchParams.get('lan')]).toEqual(['/pay', 'en']);
    expect(Number(url.searchParams.get('dt'))).toBeGreaterThanOrEqual(NOW.getTime() + 1_000);
    expect(leave).toHaveBeenCalledOnce();
  });

  it('the version is checked when the page comes to the front, and not when it is hidden', async () => {
    publish(__SITE_VERSION__);
    await selfUpdate(createPageScope()).run();
    await pass(5_000);
    const before = requestsTo(readSiteConfig).length;
    show('hidden');
    await pass(2_000);
    expect(requestsTo(readSiteConfig)).toHaveLength(before);
    publish(NEWER);
    show('visible');
    await pass(2_000);
    expect(requestsTo(readSiteConfig)).toHaveLength(before + 1);
    expect(leave).toHaveBeenCalledOnce();
  });

  it('a newer version is not loaded during a payment or at the card step, but afterwards', async () => {
    publish(NEWER);
    setPaying(true);
    await selfUpdate(createPageScope()).run();
    await pass(60_000);
    history.replaceState(null, '', '/pay-step?step=card');
    setPaying(false);
    await pass(60_000);
    expect(leave).not.toHaveBeenCalled();
    history.replaceState(null, '', '/pay');
    await pass(1_100);
    expect(leave).toHaveBeenCalledOnce();
  });

  it('a newer version reloads the page once, even when the browser does not store the update', async () => {
    publish(NEWER);
    await selfUpdate(createPageScope()).run();
    await pass(2_000);
    expect(storedUpdatedTo.read()).toBe(NEWER);
    show('visible');
    await pass(5_000);
    expect(leave).toHaveBeenCalledOnce();

    // A browser without storage.
    localStorage.clear();
    history.replaceState(null, '', `/pay?dt=${Date.now()}`);
    show('visible');
    await pass(5_000);
    expect(leave).toHaveBeenCalledOnce();
  });

  it('a version that is equal, older or unknown does not reload the page', async () => {
    for (const version of [__SITE_VERSION__, '1.0.1', 'next', '']) {
      publish(version);
      await selfUpdate(createPageScope()).run();
      await pass(5_000);
    }
    network.use(answer(readSiteConfig, LOST));
    show('visible');
    await pass(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  it('a newer version that cannot be fetched does not reload the page, and is tried again', async () => {
    publish(NEWER);
    isPageThere = false;
    await selfUpdate(createPageScope()).run();
    await pass(5_000);
    expect(leave).not.toHaveBeenCalled();
    expect(storedUpdatedTo.read()).toBeNull();
    isPageThere = true;
    show('visible');
    await pass(5_000);
    expect(leave).toHaveBeenCalledOnce();
  });
});
