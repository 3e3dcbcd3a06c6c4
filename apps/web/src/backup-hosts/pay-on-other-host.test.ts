import {
  armHandOver,
  askBrowserHandOver,
  askHandOver,
  checkDomainPayable,
  readBackupDomains,
} from '@jawhara/contract';
import { GENERIC_WALLET, usdCents } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOURA } from '../api/test/accounts.ts';
import { answer, requestsTo, LOST, network } from '../api/test/network.ts';
import { forgetTransferCredential } from '../browser/storage/device.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { storedLastPayType, storedChosenAmount } from '../browser/storage/purchase.ts';
import { readPageInfo, storedMoves } from './transferred-state.ts';
import { readTransferLink } from './transfer-code.ts';
import { MOVES_MAX } from './leave-host.ts';
import { addressInBrowser, addressToPayAt } from './pay-on-other-host.ts';

const MAP = { [location.host]: ['pay2.example'] };
const SESSION_KEY = 'a'.repeat(64);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetTransferCredential();
  history.replaceState(null, '', `/pay?lan=en&session_key=${SESSION_KEY}`);
  storedLogin.write({ sessionKey: SESSION_KEY, account: NOURA, storedAtMs: Date.now() });
  storedChosenAmount.write(usdCents(499));
  storedLastPayType.write(26);
  localStorage.setItem('jawhara.recipient_history', JSON.stringify([1, 2, 3, 4, 5]));
  network.use(
    answer(readBackupDomains, MAP),
    answer(armHandOver, { sealed: 'sealed' }),
    answer(askHandOver, { challenge: 'challenge' }),
    answer(askBrowserHandOver, { challenge: 'browser-challenge' }),
  );
});

const transferredIn = (address: string) =>
  readPageInfo(readTransferLink(new URL(address).hash)?.pageInfo ?? '');

describe('[WAL-09] the host on which the wallet pays', () => {
  it('the link to another host has path, query, purchase, pay type and three recipients, but no session key', async () => {
    const address = (await addressToPayAt('pay2.example')) ?? '';
    expect(address).toMatch(
      /^http:\/\/pay2\.example\/hand-over\.html#pageinfo=[\w-]+&handover=sealed~challenge~[\w-]+$/,
    );
    const carried = transferredIn(address);
    expect(carried).toMatchObject({
      at: '/pay?lan=en',
      moves: 1,
      stored: { chosen_amount: '499', last_pay_type: '26', recipient_history: '[1,2,3]' },
    });
    expect(JSON.stringify(carried)).not.toContain(SESSION_KEY);
  });

  it.each([
    ['is not on the list of this deployment', () => undefined, 'evil.example'],
    ['does not know this device', () => network.use(answer(armHandOver, LOST)), 'pay2.example'],
    ['was changed too many times already', () => storedMoves.write(MOVES_MAX), 'pay2.example'],
    [
      'is on a list that cannot be loaded',
      () => network.use(answer(readBackupDomains, LOST)),
      'pay2.example',
    ],
  ])('the payer is not sent to another host to pay when the host %s', async (_why, change, host) => {
    change();
    expect(await addressToPayAt(host)).toBeNull();
    expect(requestsTo(askHandOver)).toEqual([]);
  });
});

describe('[WAL-10] the system browser beside the app', () => {
  const payableOn = (domain: string | null) =>
    network.use(answer(checkDomainPayable, { isPayable: domain === location.host, domain, payType: 26 }));

  it('the system browser is opened with the purchase and the wallet selected, and its payer must confirm', async () => {
    payableOn(location.host);
    storedLastPayType.write(23);
    const address = (await addressInBrowser()) ?? '';
    const { host, pathname, hash } = new URL(address);
    expect([host, pathname]).toEqual([location.host, '/hand-over.html']);
    expect(readTransferLink(hash)).toMatchObject({ isPrompted: true });
    expect(hash).toContain('handover=sealed~browser-challenge~');
    expect(transferredIn(address)?.stored).toMatchObject({
      chosen_amount: '499',
      last_pay_type: String(GENERIC_WALLET),
      last_pay_card: '"apple_pay"',
    });
    expect(JSON.stringify(transferredIn(address))).not.toContain(SESSION_KEY);
  });

  it('the system browser opens another host for the wallet only if it is on our list of hosts', async () => {
    payableOn('pay2.example');
    expect(await addressInBrowser()).toMatch(/^http:\/\/pay2\.example\//);
    payableOn('evil.example');
    expect(await addressInBrowser()).toBeNull();
    payableOn(null);
    expect(await addressInBrowser()).toBeNull();
  });
});
