import { checkDomainPayable, createCoinPay, readRecentOrder } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA as ACCOUNT } from '../../api/test/accounts.ts';
import { requestsTo, LOST } from '../../api/test/network.ts';
import { appleSheets, withApplePay } from '../../checkout/methods/wallet/test/with-apple-pay.ts';
import { storedGrayValue } from '../../browser/ids.ts';
import { storedLeft, storedLastPayType } from '../../browser/storage/purchase.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { createEventQueue } from '../../browser/event-queue.ts';
import { act, pageOfTest, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { newServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, PAY, press, visit } from '../pay-step/test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);
const hosts = vi.hoisted(() => ({ addressToPayAt: vi.fn<(host: string) => Promise<string | null>>() }));
vi.mock('../../backup-hosts/pay-on-other-host.ts', () => hosts);

const ORDER = '018f2f9e-0000-7000-8000-000000000009' as OrderId;
const ELSEWHERE = { isPayable: false, domain: 'pay.example', payType: 26 } as const;
const THERE = 'https://pay.example/hand-over.html#there';
const goes = vi.fn<(address: string | URL) => void>();
const row = () => screen.findByTestId('method-wallet');
const open = (address = '/pay') => visit(address, newServer({ domain: ELSEWHERE }));

beforeEach(() => {
  chooseBoth();
  withApplePay();
  hosts.addressToPayAt.mockReset().mockResolvedValue(THERE);
  goes.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(goes);
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('[WAL-09] a host on which the wallet may not be opened', () => {
  it('choosing a wallet that this host does not support redirects the payer to the host that the server names', async () => {
    await open();
    await userEvent.click(await row());
    await waitFor(() => expect(hosts.addressToPayAt).toHaveBeenCalledWith('pay.example'));
    expect((await screen.findByTestId('wallet-wait')).textContent).toBe(word('progress.switchHost'));
    await waitFor(() => expect(goes).toHaveBeenCalledExactlyOnceWith(THERE));
    expect(storedLastPayType.read()).toBe(26);
    expect([appleSheets(), requestsTo(createCoinPay)]).toEqual([[], []]);
  });

  it('pressing pay with a wallet that this host does not support redirects to the other host', async () => {
    storedLastPayType.write(26);
    await open();
    expect((await row()).getAttribute('aria-checked')).toBe('true');
    await press(PAY);
    await waitFor(() => expect(hosts.addressToPayAt).toHaveBeenCalledOnce());
    expect(requestsTo(createCoinPay)).toEqual([]);
  });

  it.each([
    ['no redirect address can be made', () => hosts.addressToPayAt.mockResolvedValue(null)],
    [
      'the redirect address is on another host',
      () => hosts.addressToPayAt.mockResolvedValue('https://evil.example/x'),
    ],
    [
      'the request to the other host is lost',
      () => hosts.addressToPayAt.mockRejectedValue(new Error('lost')),
    ],
  ])('where %s the wallet is removed and a message says so', async (_name, fail) => {
    fail();
    await open();
    await userEvent.click(await row());
    expect(await screen.findByText(word('method.walletOff'))).toBeDefined();
    await waitFor(() => expect(screen.queryByTestId('method-wallet')).toBeNull());
    expect(screen.queryByTestId('wallet-wait')).toBeNull();
  });

  it('a payer redirected from another host is not redirected again', async () => {
    await open('/pay?pageinfo=abc');
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(1));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
    expect(hosts.addressToPayAt).not.toHaveBeenCalled();
  });

  it('a wallet of another host does not redirect from the result page, and a wallet of this host does not redirect at all', async () => {
    await visit('/pay-step?step=home', newServer({ domain: ELSEWHERE }));
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(1));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
    await visit('/pay', newServer({ domain: { ...ELSEWHERE, domain: location.host } }));
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(2));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
    expect(hosts.addressToPayAt).not.toHaveBeenCalled();
  });

  it('the wallet check sends pay type, host, account and the device’s value for gradual releases (gray value)', async () => {
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: ACCOUNT, storedAtMs: Date.now() });
    storedGrayValue.write(42);
    await open();
    await waitFor(() =>
      expect(requestsTo(checkDomainPayable)).toMatchObject([
        { pay_type: '2528', domain: location.host, uid: String(ACCOUNT.accountId), check_only: '42' },
      ]),
    );
  });

  it('a lost wallet check is reported once, and the wallet is not offered', async () => {
    const reported: string[] = [];
    await visit('/pay', newServer({ domain: LOST }));
    pageOfTest()
      .get(createEventQueue)
      .onTracked((one) => void (one instanceof ErrorEvent && reported.push(one.message)));
    await screen.findByTestId('method-new-card');
    await waitFor(() => expect(reported).toEqual(['the wallet could not be looked for']));
    expect(screen.queryByTestId('method-wallet')).toBeNull();
    expect(hosts.addressToPayAt).not.toHaveBeenCalled();
  });

  it('a payer who comes back from the wallet’s host is led to the order made there, and it is looked up once', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    storedLeft.write({ atMs: Date.now() - 30_500, to: 'host' });
    const server = newServer({ domain: ELSEWHERE, recentOrder: ORDER });
    await visit('/pay', server);
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/pay-step?order_id=${ORDER}`));
    replace.mockRestore();
    expect(requestsTo(readRecentOrder)).toEqual([{ within_s: expect.stringMatching(/^3[1-5]$/) }]);
    expect(storedLeft.read()).toBeNull();
  });

  it('a failed look-up of the order made on the wallet’s host is repeated until it is known', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    storedLeft.write({ atMs: Date.now() - 30_000, to: 'host' });
    const server = newServer({ domain: ELSEWHERE, recentOrder: LOST });
    await visit('/pay', server);
    await waitFor(() => expect(requestsTo(readRecentOrder)).toHaveLength(1));
    expect(storedLeft.read()?.to).toBe('host');
    server.recentOrder = ORDER;
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/pay-step?order_id=${ORDER}`));
    replace.mockRestore();
    expect(storedLeft.read()).toBeNull();
  });

  it('a payer who comes back from the wallet’s host without an order still has the wallet selected', async () => {
    await open();
    await userEvent.click(await row());
    await screen.findByTestId('wallet-wait');
    await waitFor(() => expect(storedLeft.read()?.to).toBe('host'));
    // The browser restores the page from its cache.
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(requestsTo(readRecentOrder)).toHaveLength(1));
    expect(screen.queryByTestId('wallet-wait')).toBeNull();
    expect((await row()).getAttribute('aria-checked')).toBe('true');
    expect(location.pathname).toBe('/pay');
  });
});
