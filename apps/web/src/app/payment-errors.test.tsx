import '../words/english.ts';
import { ERROR_CATALOGUE, errorMessage, PAYER_ERRORS } from '@jawhara/contract';
import { GENERIC_WALLET, type CardExpiry, type Locale, type RefusalOutcome } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOST, refuse } from '../api/test/network.ts';
import { storedLastPayType } from '../browser/storage/purchase.ts';
import { FAHD_ID, fineOf } from '../screens/fines/test/fine-samples.ts';
import { card, newServer, type StepsServer } from '../screens/pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, fields, visit } from '../screens/pay-step/test/steps-shop.tsx';
import { act, plain, screen, userEvent, waitFor } from '../ui/test/library.ts';
import { PAYER_ERROR_WORDS, type ErrorAt } from './test/payer-error-words.ts';
import { word, type WordValues } from '../words/word.ts';

vi.mock('../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const CONFIRM = 'confirm-payment';

const press = async (testId: string) => userEvent.click(await screen.findByTestId(testId));

async function typeCard(which: 'card' | 'cvv'): Promise<void> {
  await screen.findByTestId(CONFIRM);
  await waitFor(() => {
    act(() => fields[which].change(true));
    expect(screen.getByTestId(CONFIRM).getAttribute('aria-disabled')).toBeNull();
  });
}

async function pay(more: Partial<StepsServer>): Promise<void> {
  await visit('/pay-step?step=card', newServer(more));
  await typeCard('card');
  await press(CONFIRM);
}

const refused = (refusal: RefusalOutcome, refusalCode: string) => () =>
  pay({ answer: { kind: 'refused', outcome: refusal }, refusal, refusalCode });

type Here = ErrorAt<'pay' | 'pay-step' | 'result' | 'fines'>;

/** The steps by which a payer gets each error. */
const REACH: Record<Here, () => Promise<void>> = {
  'payment-failed': refused('other', '99999'),
  'security-check-failed': refused('verify', '20151'),
  // Checkout.com has no such code, so it counts as failing, and PayerMax refuses the payment with its own code.
  'payment-not-sent': () =>
    pay({
      config: { ...newServer().config, failingProviders: [13] },
      answer: { kind: 'refused', outcome: 'other' },
      refusalCode: 'SYSTEM_ERROR',
    }),
  'order-timed-out': () => pay({ answer: { kind: 'pending' }, ends: 'expired' }),
  'payment-cancelled': () => pay({ answer: { kind: 'pending' }, ends: 'cancelled' }),
  'recharge-failed': () => pay({ refuses: 'pack-not-found' }),
  'update-failed': async () => {
    const expired = card('0077', { expiry: '01/24' as CardExpiry });
    await visit('/pay', newServer({ cards: [expired], update: LOST }));
    await userEvent.click(await screen.findByRole('button', { name: word('common.update') }));
    const field = await screen.findByTestId('new-expiry');
    await userEvent.type(field, '0149');
    await press('update-expiry');
  },
  'wallet-not-supported': async () => {
    storedLastPayType.write(GENERIC_WALLET);
    await visit('/pay', newServer());
  },
  'wallet-unstable': async () => {
    storedLastPayType.write(GENERIC_WALLET);
    vi.stubGlobal('ApplePaySession', { canMakePayments: () => true, supportsVersion: () => true });
    await visit('/pay', newServer({ domain: refuse(PAYER_ERRORS['wallet-unstable'].refusal) }));
  },
  'fine-changed': async () => {
    const server = newServer({ fine: fineOf(20) });
    await visit(`/fines?fine=${FAHD_ID}`, server);
    const payNow = await screen.findByTestId('pay-now');
    server.fine = fineOf(40);
    await userEvent.click(payNow);
  },
};

const VALUES: Partial<Record<Here, WordValues>> = {
  'recharge-failed': { message: 'closed', code: String(ERROR_CATALOGUE['pack-not-found'].result) },
};

const sentenceOf = (error: Here, locale: Locale): string =>
  plain(word(PAYER_ERROR_WORDS[error].word, VALUES[error] ?? {}, locale));

beforeEach(chooseBoth);
afterEach(() => {
  document.documentElement.lang = 'ar';
  vi.unstubAllGlobals();
});

describe.each(['ar', 'en'] as const)('in %s, a payment that went wrong', (locale) => {
  it.each(Object.keys(REACH) as Here[])(
    '[ERR-01] the payment error %s is shown with its specified message in the page’s language',
    async (error) => {
      document.documentElement.lang = locale;
      await REACH[error]();
      await waitFor(() => expect(plain(document.body.textContent)).toContain(sentenceOf(error, locale)));
      const other = sentenceOf(error, locale === 'ar' ? 'en' : 'ar');
      expect(plain(document.body.textContent)).not.toContain(other);
    },
  );

  it('[ERR-01] a fine whose amount changed is refused with the same message in the page and in the error catalogue', () => {
    const { refusal } = PAYER_ERRORS['fine-changed'];
    expect(errorMessage(refusal, locale)).toBe(sentenceOf('fine-changed', locale));
  });
});
