import { armHandOver, askHandOver, probeHost, probeHostOfApp, readBackupDomains } from '@jawhara/contract';
import { HttpResponse, http } from 'msw/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network, SILENCE } from '../api/test/network.ts';
import { forgetTransferCredential, storedBackupDomains } from '../browser/storage/device.ts';
import { storedPendingRequest } from '../browser/storage/purchase.ts';
import { tellUnanswered } from '../browser/send-request.ts';
import { readPageInfo, storedMoves } from './transferred-state.ts';
import { readTransferLink } from './transfer-code.ts';
import { fetchHosts, watchHost } from './watch-hosts.ts';
import { MOVES_MAX } from './leave-host.ts';

const HERE = location.host;
const MAP = { [HERE]: ['pay2.example', 'pay3.example'] };
const leave = vi.fn<(address: string) => void>();
let dialled: string[] = [];
let end = (): void => undefined;

/** Only these hosts are reachable, and only by this probe. */
function there(hosts: readonly string[], path: string = probeHost.path): void {
  const respond = ({ request }: { request: Request }) => {
    const { host, pathname } = new URL(request.url);
    dialled.push(`${host}${pathname}`);
    if (!hosts.includes(host) || pathname !== path) return HttpResponse.error();
    return HttpResponse.json({ result: 0, code: 200, message: '', data: { ts: 1 } });
  };
  for (const probe of [probeHost, probeHostOfApp]) network.use(http.get(`*${probe.path}`, respond));
  network.use(answer(askHandOver, { challenge: 'challenge' }));
}

const settle = () => vi.waitFor(() => expect(dialled.length).toBeGreaterThan(1));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetTransferCredential();
  leave.mockReset();
  dialled = [];
  end = watchHost(leave);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

describe('[APP-18 in part] the map of backup domains', () => {
  it('the list of backup hosts is loaded and stored, and a transfer of the device is prepared at the server', async () => {
    network.use(answer(readBackupDomains, MAP), answer(armHandOver, { sealed: 'sealed' }));
    await fetchHosts();
    expect(storedBackupDomains.read()).toEqual(MAP);
    expect(requestsTo(armHandOver)).toHaveLength(1);
    expect(leave).not.toHaveBeenCalled();
  });

  it('no device transfer is prepared when the present host has no backup host', async () => {
    network.use(answer(readBackupDomains, { 'other.example': ['pay2.example'] }));
    await fetchHosts();
    expect(requestsTo(armHandOver)).toEqual([]);
  });

  it('when the list of backup hosts takes over 5 s, the stored list is used, and the page leaves a host without response', async () => {
    vi.useFakeTimers();
    storedBackupDomains.write(MAP);
    network.use(answer(readBackupDomains, SILENCE));
    there(['pay2.example']);
    void fetchHosts();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(dialled).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    vi.useRealTimers();
    await vi.waitFor(() =>
      expect(leave).toHaveBeenCalledExactlyOnceWith(`http://pay2.example${location.pathname}`),
    );
  });
});

describe('[NET-08 in part] probing the hosts', () => {
  beforeEach(() => storedBackupDomains.write(MAP));

  it('the present host is probed first, with both probes, and the page stays when either is answered', async () => {
    there([HERE], probeHostOfApp.path);
    tellUnanswered();
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(dialled.toSorted()).toEqual([`${HERE}/api/gm/hii`, `${HERE}/api/sys/h5_info/`]);
    expect(leave).not.toHaveBeenCalled();
  });

  it('the page moves to the first backup host of the list that answers', async () => {
    there(['pay3.example'], probeHostOfApp.path);
    tellUnanswered();
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(leave.mock.calls[0]?.[0]).toMatch(/^http:\/\/pay3\.example\//);
  });

  it('the page stays when no backup host answers', async () => {
    there([]);
    tellUnanswered();
    await vi.waitFor(() => expect(dialled).toHaveLength(6));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(leave).not.toHaveBeenCalled();
  });

  it('each host has 5000 ms to answer its probes', async () => {
    vi.useFakeTimers();
    let hosts = 0;
    for (const probe of [probeHost, probeHostOfApp])
      network.use(http.get(`*${probe.path}`, () => ((hosts += 1), SILENCE)));
    tellUnanswered();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(hosts).toBe(2);
    await vi.advanceTimersByTimeAsync(2);
    expect(hosts).toBe(6);
  });

  it('a Wi-Fi sign-in page is not accepted as a host’s answer to a probe, and the page stays', async () => {
    network.use(http.get('*/api/*', () => HttpResponse.html('<h1>Sign in to the Wi-Fi</h1>')));
    network.use(http.get('*/api/*/*', () => HttpResponse.html('<h1>Sign in to the Wi-Fi</h1>')));
    tellUnanswered();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(leave).not.toHaveBeenCalled();
  });

  it('a page with a pending payment request stays while no device transfer is prepared', async () => {
    there(['pay2.example']);
    storedPendingRequest.write({ requestId: 'request', sentAtMs: 1 });
    tellUnanswered();
    await vi.waitFor(() => expect(dialled).toHaveLength(6));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(leave).not.toHaveBeenCalled();
  });

  it('the page moves to a backup host with a transfer code, and only a limited number of times', async () => {
    network.use(answer(readBackupDomains, MAP), answer(armHandOver, { sealed: 'sealed' }));
    await fetchHosts();
    storedPendingRequest.write({ requestId: 'request', sentAtMs: 1 });
    there(['pay2.example']);
    tellUnanswered();
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
    const { hash, pathname, search } = new URL(leave.mock.calls[0]?.[0] ?? '');
    expect([pathname, search]).toEqual(['/hand-over.html', '']);
    const arrival = readTransferLink(hash);
    expect(arrival?.code).toMatch(/^sealed~challenge~[\w-]{86}$/);
    expect(readPageInfo(arrival?.pageInfo ?? '')).toMatchObject({ moves: 1 });

    leave.mockReset();
    storedMoves.write(MOVES_MAX);
    end();
    end = watchHost(leave);
    tellUnanswered();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(leave).not.toHaveBeenCalled();
  });
});

it('a page that is moving to a backup host does not probe or move a second time', async () => {
  storedBackupDomains.write(MAP);
  there(['pay2.example']);
  tellUnanswered();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  dialled = [];
  tellUnanswered();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(dialled).toEqual([]);
  expect(leave).toHaveBeenCalledOnce();
});

it('the present host is probed when the request for the backup hosts gets no response', async () => {
  storedBackupDomains.write(MAP);
  network.use(answer(readBackupDomains, LOST));
  there(['pay2.example']);
  await fetchHosts();
  await vi.waitFor(() => expect(leave).toHaveBeenCalled());
});
