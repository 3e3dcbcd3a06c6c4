import '../../../../words/english.ts';
import { CARD_CONSENT_WORDS, openCardSession } from '@jawhara/contract';
import type { CardSourceId, RechargeId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, network } from '../../../../api/test/network.ts';
import type { FieldsHandlers } from './card-fields.ts';
import { openCardFields, openCvvField } from '../open-card-fields.ts';
import { FIELDS } from '../test/card-samples.ts';

const loaded: string[] = [];
vi.mock('./provider-script.ts', () => ({
  loadProviderScript: (url: string) => Promise.resolve(void loaded.push(url)),
}));

const received: boolean[] = [];
const HANDLERS: FieldsHandlers = {
  onChange: (isValid) => received.push(isValid),
  onNews: () => undefined,
  onWhole: () => undefined,
  onEnter: () => undefined,
  holderName: () => '',
};
const SAVED_CARD = { sourceId: 'src_1' as CardSourceId, scheme: 'visa' } as const;
let element: HTMLElement;

beforeEach(() => {
  loaded.length = 0;
  received.length = 0;
  element = document.createElement('div');
  document.body.append(element);
});
afterEach(() => {
  document.documentElement.lang = 'ar';
  element.remove();
  vi.unstubAllGlobals();
});

describe('the card fields of Checkout.com', () => {
  const channel = { provider: 13, config: FIELDS.cardFields[13], rechargeId: null } as const;

  let asks: number;
  function play(token: unknown, started: object[] = []) {
    const made: string[] = [];
    asks = 0;
    vi.stubGlobal('CheckoutWebComponents', (options: object) => {
      started.push(options);
      return Promise.resolve({
        create: (name: string) => {
          made.push(name);
          return {
            isAvailable: () => Promise.resolve(true),
            mount: () => undefined,
            unmount: () => undefined,
            isValid: () => true,
            tokenize: () => {
              asks += 1;
              return Promise.resolve(token === null ? undefined : { data: { token } });
            },
          };
        },
      });
    });
    return made;
  }

  it('[CRD-10] Checkout.com’s fields return a one-time token for a new card and for the CVV of a saved card', async () => {
    const made = play('tok_1');
    const card = await openCardFields(channel, element, HANDLERS);
    expect(await card.tokenise()).toEqual({ token: 'tok_1', keep: 'ask' });
    const cvv = await openCvvField(channel, SAVED_CARD, element, HANDLERS);
    expect(await cvv.tokenise()).toEqual({ sourceId: 'src_1', cvvToken: 'tok_1' });
    expect(made).toEqual(['card', 'card_cvv']);
    expect(new Set(loaded)).toEqual(new Set(['https://cko.example/x.js']));
  });

  it('[EXP-08] the card fields of Checkout.com accept only Visa and Mastercard', async () => {
    const started: object[] = [];
    play('tok_1', started);
    await openCardFields(channel, element, HANDLERS);
    expect(started).toMatchObject([
      { componentOptions: { card: { acceptedCardSchemes: ['visa', 'mastercard'] } } },
    ]);
  });

  it('the card fields of Checkout.com show their own errors, and the page cannot move their cursor', async () => {
    play(null);
    const card = await openCardFields(channel, element, HANDLERS);
    card.showFaults?.();
    expect([asks, card.focus]).toEqual([1, undefined]);
  });

  it.each(['ar', 'en'])(
    'the card fields of Checkout.com are in the language of the page: %s',
    async (locale) => {
      document.documentElement.lang = locale;
      const started: object[] = [];
      play('tok_1', started);
      await openCardFields(channel, element, HANDLERS);
      expect(started).toMatchObject([{ locale }]);
    },
  );

  it('the card fields of Checkout.com return no card when its script gives no token', async () => {
    for (const token of [null, '', 7]) {
      play(token);
      expect(await (await openCardFields(channel, element, HANDLERS)).tokenise()).toBeNull();
    }
  });

  it('the card fields of Checkout.com fail to open if its script does not define its functions', async () => {
    vi.stubGlobal('CheckoutWebComponents', undefined);
    await expect(openCardFields(channel, element, HANDLERS)).rejects.toThrow(/no components/);
  });
});

describe('the card fields of PayerMax', () => {
  const channel = {
    provider: 6,
    config: { scriptUrl: 'https://pmx.example/x.js', environment: 'sandbox', shows: 'drop-in' },
    rechargeId: 'card_999' as RechargeId,
  } as const;
  const SESSION = { clientKey: 'client-key-1', sessionKey: 'session-key-1' };

  function play(code: string, paymentToken: unknown, more: object = {}) {
    const made: Record<string, unknown>[] = [];
    const listeners: Record<string, (news: object) => void> = {};
    network.use(answer(openCardSession, SESSION));
    vi.stubGlobal('PMdropin', {
      create: (_name: string, options: Record<string, unknown>) => {
        made.push(options);
        return {
          mount: (selector: string) => {
            expect(element.querySelector(selector)).not.toBeNull();
            queueMicrotask(() => listeners['ready']?.({ code }));
          },
          on: (name: string, listener: (news: object) => void) => (listeners[name] = listener),
          emit: () => Promise.resolve({ code: 'APPLY_SUCCESS', data: { paymentToken, ...more } }),
        };
      },
    });
    return { made, listeners };
  }

  it('the card fields of PayerMax open in Arabic with a session from our server, and return a token with that session', async () => {
    const { made, listeners } = play('SUCCESS', 'payment-token-1');
    const fields = await openCardFields(channel, element, HANDLERS);
    expect(requestsTo(openCardSession)).toMatchObject([{ recharge_id: 'card_999' }]);
    expect(made[0]).toMatchObject({
      clientKey: 'client-key-1',
      sessionKey: 'session-key-1',
      language: 'ar',
      customLocalization: { ar: { cardnum: 'رقم البطاقة', cvv: 'رمز CVV' } },
    });
    listeners['form-check']?.({ isFormValid: true });
    listeners['form-check']?.({ isFormValid: false });
    expect(received).toEqual([true, false]);
    expect(await fields.tokenise()).toEqual({
      dropInToken: 'payment-token-1',
      dropInSession: 'session-key-1',
    });
  });

  it.each([
    [true, { keep: 'fields-ar-1' }],
    [false, {}],
    [undefined, {}],
    ['true', {}],
  ])(
    '[CRD-10] a PayerMax card is saved only if the payer agrees in PayerMax’s fields: %j',
    async (agreementAccepted, keep) => {
      const { made } = play('SUCCESS', 'payment-token-1', { agreementAccepted });
      const fields = await openCardFields(channel, element, HANDLERS);
      expect(await fields.tokenise()).toEqual({
        dropInToken: 'payment-token-1',
        dropInSession: 'session-key-1',
        ...keep,
      });
      expect(made[0]).toMatchObject({
        hideSaveCard: false,
        customLocalization: { ar: { saveCardInfoTip: CARD_CONSENT_WORDS['fields-ar-1'] } },
      });
    },
  );

  it('[CRD-10] on an English page the card fields of PayerMax and their consent text are English', async () => {
    document.documentElement.lang = 'en';
    const { made } = play('SUCCESS', 'payment-token-1', { agreementAccepted: true });
    const fields = await openCardFields(channel, element, HANDLERS);
    expect(await fields.tokenise()).toMatchObject({ keep: 'fields-en-1' });
    const saveCardInfoTip = CARD_CONSENT_WORDS['fields-en-1'];
    expect(made[0]).toMatchObject({
      language: 'en',
      customLocalization: { en: { cardnum: 'Card number', saveCardInfoTip } },
    });
  });

  it('the card fields of PayerMax fail to open when they are not ready, and return no card without a token', async () => {
    play('SESSION_INVALID', 'x');
    await expect(openCardFields(channel, element, HANDLERS)).rejects.toThrow(/not ready/);
    play('SUCCESS', undefined);
    expect(await (await openCardFields(channel, element, HANDLERS)).tokenise()).toBeNull();
  });

  it('a card typed on PayerMax’s hosted page is paid without loading a script or requesting a session', async () => {
    play('SUCCESS', 'x');
    const hosted = { ...channel, config: { ...channel.config, shows: 'hosted-page' } } as const;
    const fields = await openCardFields(hosted, element, HANDLERS);
    expect(await fields.tokenise()).toEqual({ hostedPage: true, keep: 'ask' });
    expect([loaded, requestsTo(openCardSession)]).toEqual([[], []]);
  });

  it('a saved card of PayerMax pays without its CVV', async () => {
    const remembered = await openCvvField(channel, SAVED_CARD, element, HANDLERS);
    expect(await remembered.tokenise()).toEqual({ sourceId: 'src_1', cvvToken: null });
  });
});
