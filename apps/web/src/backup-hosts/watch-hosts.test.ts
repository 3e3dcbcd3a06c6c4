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

/** Only these hosts are there, and only by this probe. */
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
  it('is asked for and stored, and the device is armed where there is somewhere to go', async () => {
    network.use(answer(readBackupDomains, MAP), answer(armHandOver, { sealed: 'sealed' }));
    await fetchHosts();
    expect(storedBackupDomains.read()).toEqual(MAP);
    expect(requestsTo(armHandOver)).toHaveLength(1);
    expect(leave).not.toHaveBeenCalled();
  });

  it('arms nothing where nobody stands in for this host', async () => {
    network.use(answer(readBackupDomains, { 'other.example': ['pay2.example'] }));
    await fetchHosts();
    expect(requestsTo(armHandOver)).toEqual([]);
  });

  it('has five seconds to come; then the one of the last visit counts, and a dead host is left', async () => {
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

describe('[NET-08 in part] dialing', () => {
  beforeEach(() => storedBackupDomains.write(MAP));

  it('asks this host first, by both probes, and stays when either answers', async () => {
    there([HERE], probeHostOfApp.path);
    tellUnanswered();
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(dialled.toSorted()).toEqual([`${HERE}/api/gm/hii`, `${HERE}/api/sys/h5_info/`]);
    expect(leave).not.toHaveBeenCalled();
  });

  it('takes the first of the list that is there', async () => {
    there(['pay3.example'], probeHostOfApp.path);
    tellUnanswered();
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(leave.mock.calls[0]?.[0]).toMatch(/^http:\/\/pay3\.example\//);
  });

  it('stays when no host answers: then the shop or the payer’s own network is down', async () => {
    there([]);
    tellUnanswered();
    await vi.waitFor(() => expect(dialled).toHaveLength(6));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(leave).not.toHaveBeenCalled();
  });

  it('gives each host 5000 ms', async () => {
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

  it('does not take a foreign page for an answer of ours', async () => {
    network.use(http.get('*/api/*', () => HttpResponse.html('<h1>Sign in to the Wi-Fi</h1>')));
    network.use(http.get('*/api/*/*', () => HttpResponse.html('<h1>Sign in to the Wi-Fi</h1>')));
    tellUnanswered();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(leave).not.toHaveBeenCalled();
  });

  it('leaves nothing behind that is under way, where nobody there would know this device', async () => {
    there(['pay2.example']);
    storedPendingRequest.write({ requestId: 'request', sentAtMs: 1 });
    tellUnanswered();
    await vi.waitFor(() => expect(dialled).toHaveLength(6));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(leave).not.toHaveBeenCalled();
  });

  it('goes with a code once the device is armed, and not for ever round in circles', async () => {
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

it('who is leaving is not made to leave again, as long as that may take', async () => {
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

it('a host that does not answer the first question is dialled', async () => {
  storedBackupDomains.write(MAP);
  network.use(answer(readBackupDomains, LOST));
  there(['pay2.example']);
  await fetchHosts();
  await vi.waitFor(() => expect(leave).toHaveBeenCalled());
});
