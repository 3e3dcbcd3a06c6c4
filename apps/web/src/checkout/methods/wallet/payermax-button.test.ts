import type { WalletToken } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIELDS } from '../../../api/test/provider-fields.ts';
import { BUTTON_PLACE, openPayermaxButton } from './payermax-button.ts';
import { drawnButton, withPayermaxButton, type PlayedButton } from './test/with-payermax-button.ts';

const script = vi.hoisted(() => ({ loads: (): Promise<void> => Promise.resolve() }));
vi.mock('../card/fields/provider-script.ts', () => ({ loadProviderScript: () => script.loads() }));

const CONFIG = FIELDS.cardFields[6];
if (CONFIG === null) throw new Error('a shop with PayerMax');
const KEYS = { clientKey: 'client-1', sessionKey: 'session-1' };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let played: PlayedButton;
beforeEach(() => {
  script.loads = () => Promise.resolve();
  played = withPayermaxButton();
  document.body.innerHTML = `<div id="${BUTTON_PLACE}"></div>`;
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  const received: string[] = [];
  const tokens: WalletToken[] = [];
  const opened = openPayermaxButton(CONFIG as NonNullable<typeof CONFIG>, {
    onMerchant: () => received.push('merchant'),
    onPressed: () => received.push('pressed'),
    onAuthorised: (token) => {
      received.push('authorised');
      tokens.push(token);
    },
    onCard: () => received.push('card'),
    onNothing: () => received.push('nothing'),
    onCancelled: () => received.push('cancelled'),
    onFailed: () => received.push('failed'),
  });
  await settled();
  return { opened, received, tokens };
}

describe('PayerMax’s button', () => {
  it('PayerMax’s wallet button requests its order first, opens with a session, and returns the token', async () => {
    const { opened, received, tokens } = await open();
    expect(received).toEqual(['merchant']);
    expect(drawnButton()).toBeNull();
    expect(opened.completeValidation(JSON.stringify(KEYS))).toBe(true);
    await settled();
    expect(played.options).toMatchObject({ ...KEYS, sandbox: true, language: 'ar' });
    drawnButton()?.click();
    await settled();
    expect(received).toEqual(['merchant', 'pressed', 'authorised']);
    expect(JSON.parse(atob(tokens[0]?.walletToken ?? ''))).toEqual({
      paymentToken: 'payment-token-1',
      sessionKey: KEYS.sessionKey,
    });
    opened.complete(true);
    opened.close();
    expect(played.emitted).toEqual(['canMakePayment', 'paySuccess']);
  });

  it('[WAL-06] a PayerMax wallet sheet closed by the payer is reported as cancelled', async () => {
    played.gives = () => Promise.resolve({ code: 'USER_CANCEL' });
    const { opened, received } = await open();
    opened.completeValidation(JSON.stringify(KEYS));
    await settled();
    drawnButton()?.click();
    await settled();
    expect(received).toEqual(['merchant', 'pressed', 'cancelled']);
    opened.close();
    expect(played.emitted.at(-1)).toBe('payFail');
  });

  it.each([
    ['is not supported', () => (played.ready = 'NOT_SUPPORT')],
    ['does not load', () => (script.loads = () => Promise.reject(new Error('no script')))],
    ['has a script without its functions', () => vi.stubGlobal('PMdropin', undefined)],
    ['has no element on the page', () => (document.body.innerHTML = '')],
  ])('PayerMax’s wallet button that %s is reported as failed', async (_name, spoil) => {
    spoil();
    const { opened, received } = await open();
    opened.completeValidation(JSON.stringify(KEYS));
    await settled();
    expect(received).toEqual(['merchant', 'failed']);
  });

  it('a PayerMax wallet that is closed before its session arrives draws no button', async () => {
    const { opened, received } = await open();
    opened.close();
    opened.completeValidation(JSON.stringify(KEYS));
    await settled();
    expect([played.options, drawnButton(), received]).toEqual([null, null, ['merchant']]);
  });
});
