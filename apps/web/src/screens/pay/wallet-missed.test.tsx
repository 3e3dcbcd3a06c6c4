import { checkDomainPayable } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, GENERIC_WALLET } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestsTo, refuse } from '../../api/test/network.ts';
import { hasApplePay } from '../../browser/browser-facts.ts';
import { storedLastPayCard, storedLastPayType } from '../../browser/storage/purchase.ts';
import { newServer, type StepsServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, visit } from '../pay-step/test/steps-shop.tsx';
import { screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const open = (more: Partial<StepsServer> = {}) => visit('/pay', newServer(more));
const notice = () => screen.findByTestId('wallet-notice');
const press = async (name: Parameters<typeof word>[0]) =>
  userEvent.click(screen.getByRole('button', { name: word(name) }));
const seePage = () => screen.findByTestId('method-new-card');
const withApplePay = () =>
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => true, supportsVersion: () => true });

beforeEach(() => {
  chooseBoth();
  storedLastPayType.write(GENERIC_WALLET);
});
afterEach(() => vi.unstubAllGlobals());

describe('a payer who last paid by wallet', () => {
  it.each(['result.do.otherCard', 'common.understood'] as const)(
    '[WAL-10] [RES-06] a browser without the last-used wallet shows a notice once; pressing %s selects a card',
    async (button) => {
      await open();
      expect((await notice()).dataset['outcome']).toBe('not-support-apple-pay');
      expect((await notice()).textContent).toBe(word('result.noApplePay.tip'));
      await press(button);
      await waitFor(() => expect(screen.queryByTestId('wallet-notice')).toBeNull());
      expect((await seePage()).getAttribute('aria-checked')).toBe('true');
      expect([storedLastPayType.read(), storedLastPayCard.read()]).toEqual([CHECKOUT_COM_CARD, null]);
      // The server cannot help a browser without a wallet, so it is not called.
      expect(requestsTo(checkDomainPayable)).toEqual([]);
      await open();
      await seePage();
      expect(screen.queryByTestId('wallet-notice')).toBeNull();
    },
  );

  it('a payer whose last-used wallet may not be opened on this page sees a notice about it', async () => {
    withApplePay();
    await open({ domain: { isPayable: false, domain: null, payType: null } });
    expect((await notice()).textContent).toBe(word('method.walletOff'));
    expect(requestsTo(checkDomainPayable)).toMatchObject([{ pay_type: String(GENERIC_WALLET) }]);
  });

  it('[RES-05 in part] a failing wallet check offers to refresh or pay by card; closing the notice keeps the wallet for later', async () => {
    withApplePay();
    await open({ domain: refuse('wallet-unstable') });
    expect((await notice()).dataset['outcome']).toBe('high-risk');
    expect((await notice()).textContent).toBe(word('result.highRisk.tip'));
    expect(screen.getByRole('button', { name: word('common.refresh') })).toBeDefined();
    expect(screen.getByTestId('wallet-card').textContent).toBe(word('method.card'));
    await userEvent.click(screen.getByTestId('wallet-close'));
    await waitFor(() => expect(screen.queryByTestId('wallet-notice')).toBeNull());
    expect(storedLastPayType.read()).toBe(GENERIC_WALLET);
  });

  it('a payer whose last-used wallet works on this page sees no notice about it', async () => {
    withApplePay();
    await open();
    await waitFor(() => expect(requestsTo(checkDomainPayable)).toHaveLength(1));
    await seePage();
    expect(screen.queryByTestId('wallet-notice')).toBeNull();
  });
});

it('a payer who last paid by card, in a browser without a wallet, sees no notice and sends no wallet check', async () => {
  storedLastPayType.write(CHECKOUT_COM_CARD);
  await open();
  await seePage();
  expect(screen.queryByTestId('wallet-notice')).toBeNull();
  expect(requestsTo(checkDomainPayable)).toEqual([]);
});

it('a browser whose own Apple Pay check throws or returns false has no Apple Pay', () => {
  const forbidden = () => {
    throw new Error('not in a frame');
  };
  expect([
    hasApplePay({}),
    hasApplePay({ ApplePaySession: { canMakePayments: () => false, supportsVersion: () => true } }),
    hasApplePay({ ApplePaySession: { canMakePayments: forbidden, supportsVersion: () => true } }),
    hasApplePay({ ApplePaySession: { canMakePayments: () => true, supportsVersion: () => true } }),
  ]).toEqual([false, false, false, true]);
});
