import { usdCents, type CardSourceId } from '@jawhara/domain';
import { listRecipientHistory, logOut, uploadRecipientHistory } from '@jawhara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { AMAL, NOURA } from '../../api/test/accounts.ts';
import { answer, network } from '../../api/test/network.ts';
import { finishLogin } from './finish-login.ts';
import { forgetLogin } from '../../browser/storage/forget-login.ts';
import { storedLogin, readSeenCards, storedSeenCards } from '../../browser/storage/login.ts';
import {
  storedLastPurchase,
  storedLastSuccessCard,
  storedLastPayCard,
  storedStepCard,
} from '../../browser/storage/purchase.ts';
import { STORAGE_PREFIX } from '../../browser/storage/stored.ts';

const CARD = 'src_of_the_account' as CardSourceId;
const WALLET = 'apple_pay' as CardSourceId;
const AMALS = { sessionKey: 'a'.repeat(64), account: AMAL };
const NOURAS = { sessionKey: 'b'.repeat(64), account: NOURA };

/** Everything that this site has stored in this browser. */
function storedText(): string {
  return JSON.stringify(
    Object.entries({ ...localStorage, ...sessionStorage }).filter(([key]) => key.startsWith(STORAGE_PREFIX)),
  );
}

function signIn(by = AMALS): Promise<void> {
  network.use(answer(uploadRecipientHistory, {}), answer(listRecipientHistory, []), answer(logOut, {}));
  return finishLogin(by, () => undefined);
}

/** A purchase with a saved card stores the card's id in each of these. */
function payWith(card: CardSourceId): void {
  for (const one of [storedLastPayCard, storedLastSuccessCard, storedStepCard]) one.write(card);
  storedLastPurchase.write({ amount: usdCents(999), recipient: NOURA, card });
  storedSeenCards.write({
    by: storedLogin.read()?.account.accountId ?? null,
    cards: [{ sourceId: card, scheme: 'visa', last4: '4242' }],
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the cards of an account that was signed in on the device', () => {
  it('[CRD-09] [APP-12] signing out deletes the cards that the account paid with from the device', async () => {
    await signIn();
    payWith(CARD);
    forgetLogin();
    expect(storedText()).not.toMatch(/src_of_the_account|4242/);
    expect(storedLastPurchase.read()).toBeNull();
  });

  it('[CRD-09] [APP-12] signing in with another account deletes the cards of the previous account from the device', async () => {
    await signIn();
    payWith(CARD);
    await signIn(NOURAS);
    expect(storedText()).not.toMatch(/src_of_the_account|4242/);
    expect(readSeenCards()).toEqual([]);
  });

  it('[APP-12] the last used card stays on the device when the same account signs in again', async () => {
    await signIn();
    payWith(CARD);
    await signIn({ ...AMALS, sessionKey: 'c'.repeat(64) });
    expect(storedLastPayCard.read()).toBe(CARD);
  });
});

describe('payment methods used before a login', () => {
  it('[CRD-09] a visitor’s last used card stays on the device when an account signs in', async () => {
    payWith(CARD);
    await signIn();
    expect([storedLastPayCard.read(), storedLastSuccessCard.read()]).toEqual([CARD, CARD]);
  });

  it('[APP-12] the wallet stays the last payment method after a sign-out', async () => {
    await signIn();
    storedLastPayCard.write(WALLET);
    forgetLogin();
    expect(storedLastPayCard.read()).toBe(WALLET);
  });
});
