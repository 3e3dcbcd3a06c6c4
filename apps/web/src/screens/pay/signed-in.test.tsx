import { listGemPacks } from '@jawhara/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AMAL } from '../../api/test/accounts.ts';
import { requestsTo } from '../../api/test/network.ts';
import { forgetLogin } from '../../browser/storage/forget-login.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedPacks } from '../../browser/storage/purchase.ts';
import { screen, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { newServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth, fakeOpening, pressPay, seeOpened, visit } from '../pay-step/test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const LARGEST = { name: /99\.99/ };
const signIn = () => storedLogin.write({ sessionKey: 'a'.repeat(64), account: AMAL, storedAtMs: Date.now() });
const tile = () => screen.queryByRole('link', { name: word('packs.loginMore') });
const open = (more: Partial<ReturnType<typeof newServer>['config']> = {}) => {
  const server = newServer();
  return visit('/pay', { ...server, config: { ...server.config, ...more } });
};

beforeEach(chooseBoth);

describe('[PKG-05] larger packs', () => {
  it('[PKG-05] larger gem packs are announced to a visitor, but not shown', async () => {
    await open();
    await screen.findByRole('radio', { name: /9\.99/ });
    expect(screen.queryByRole('radio', LARGEST)).toBeNull();
    expect(tile()).not.toBeNull();
  });

  it('[PKG-05] larger gem packs are shown to a signed-in payer, without the announcement', async () => {
    signIn();
    await open();
    await screen.findByRole('radio', LARGEST);
    expect(tile()).toBeNull();
  });

  it('[PKG-05] after sign-out the larger gem packs are not shown to the next visitor', async () => {
    signIn();
    await open();
    await screen.findByRole('radio', LARGEST);
    forgetLogin();
    expect(storedPacks.read()).toBeNull();
    await open();
    await waitFor(() => expect(requestsTo(listGemPacks).length).toBeGreaterThan(1));
    await screen.findByRole('radio', { name: /9\.99/ });
    expect(screen.queryByRole('radio', LARGEST)).toBeNull();
  });
});

describe('a card provider limited to listed accounts', () => {
  const adyenCard = { ratio: 0, whitelist: [AMAL.accountId] };

  it('[CFG-05] a signed-in account on Adyen’s whitelist gets the card fields of Adyen', async () => {
    signIn();
    await open({ adyenCard });
    await pressPay();
    await seeOpened('card 17');
  });

  it('[CFG-05] a visitor without a login gets no card fields of Adyen when Adyen is limited to a whitelist of accounts', async () => {
    await open({ adyenCard });
    await pressPay();
    await seeOpened('card 13');
  });

  it('[CFG-04] a signed-in account on Adyen’s whitelist gets the card fields of Adyen even while Adyen is failing', async () => {
    signIn();
    await open({ adyenCard, failingProviders: [17] });
    await pressPay();
    await seeOpened('card 17');
  });
});
