import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import {
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  PAYERMAX_CARD,
  type CardFieldStates,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { perform, testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import type { Tokeniser } from '../purchase/purchase-state.ts';
import type { AdyenWord } from './adyen-news.ts';
import type { CardChannel } from './card-channel.ts';
import type { FieldsHandlers } from './card-fields.ts';
import { CardStep, type CardStepProps } from './card-step.tsx';
import { FIELDS, ORDER, siteWith } from './test/card-samples.ts';
import { fakeFields, type FakeFields } from './test/fake-fields.ts';

const opened: CardChannel[] = [];
let fields: FakeFields;
vi.mock('./open-card-fields.ts', () => ({
  openCardFields: (channel: CardChannel, _element: HTMLElement, handlers: FieldsHandlers) => {
    opened.push(channel);
    return fields.open(handlers);
  },
}));

let screen: TestScreen;
let tokenise: Tokeniser;
let confirmed: CardFieldStates[];

const show = async (more: Partial<CardStepProps> = {}): Promise<void> => {
  await act(async () =>
    screen.render(
      <CardStep
        order={ORDER}
        payType={ADYEN_CARD}
        rechargeId={null}
        config={siteWith()}
        problem={null}
        isPaying={false}
        isOnline
        onTokeniser={(given) => (tokenise = given)}
        onConfirm={(states) => confirmed.push(states)}
        {...more}
      />,
    ),
  );
};
const find = (testId: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${testId}]`);
const press = (): void => perform(() => find('confirm-payment')?.click());
const text = (): string => screen.element.textContent ?? '';
const valid = (fieldType: string, isValid = true): AdyenWord => ({ says: 'valid', fieldType, isValid });
const typeHolder = (name: string): void =>
  perform(() => {
    const input = find('card-holder') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
const fillSealed = (): void =>
  perform(() =>
    fields.say(valid('encryptedCardNumber'), valid('encryptedExpiryDate'), valid('encryptedSecurityCode')),
  );

beforeEach(() => {
  screen = testScreen();
  confirmed = [];
  opened.length = 0;
  fields = fakeFields((handlers) => ({ token: `of ${handlers.holderName()}` }));
});
afterEach(() => screen.remove());

describe('the fields of provider 17', () => {
  it('[STP-06] nothing is submitted until all four fields are valid, and the bar counts what is left', async () => {
    await show();
    expect(text()).toContain('بقيت 4 حقول');
    press();
    perform(() => fields.say(valid('encryptedCardNumber'), valid('encryptedExpiryDate')));
    expect(text()).toContain('بقي حقلان');
    press();
    perform(() => fields.say(valid('encryptedSecurityCode')));
    expect(text()).toContain('بقي حقل واحد');
    press();
    expect(confirmed).toEqual([]);
    typeHolder('Sara Ali');
    press();
    expect(confirmed).toEqual([{ number: 'valid', expiry: 'valid', cvv: 'valid', holder: 'valid' }]);
  });

  it('[EXP-07] each field says that it is to be filled in once the payer wants to pay, and not before', async () => {
    await show();
    expect(text()).not.toContain('يُرجى إدخال');
    press();
    for (const name of ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز CVV', 'الاسم على البطاقة'])
      expect(text()).toContain(`يُرجى إدخال ${name}`);
  });

  it('[EXP-07] each field says that it is wrong', async () => {
    await show();
    const wrong = (fieldType: string, error: string): AdyenWord => ({ says: 'error', fieldType, error });
    perform(() =>
      fields.say(
        wrong('encryptedCardNumber', 'cc.num.902'),
        wrong('encryptedExpiryDate', 'cc.dat.911'),
        wrong('encryptedSecurityCode', 'cc.cvc.921'),
      ),
    );
    for (const name of ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز CVV'])
      expect(text()).toContain(`${name} غير صحيح`);
    typeHolder('x'.repeat(255));
    expect(text()).toContain('الاسم طويل');
    perform(() => fields.say(wrong('encryptedExpiryDate', 'cc.dat.912')));
    expect(text()).toContain('البطاقة منتهية');
    perform(() => fields.say(wrong('encryptedCardNumber', 'cc.num.903')));
    expect(text()).toContain('نقبل Visa وMastercard فقط');
  });

  it('[EXP-06] emoji and symbols leave the holder name, the payer is told, and the clean name is handed over', async () => {
    await show();
    fillSealed();
    typeHolder('Sara ★ Ali 😀');
    expect((find('card-holder') as HTMLInputElement).value).toBe('Sara Ali');
    expect(text()).toContain('حذفنا الرموز من الاسم');
    expect((await tokenise())?.card).toEqual({ token: 'of Sara Ali' });
    typeHolder('★');
    press();
    expect(confirmed).toEqual([]);
  });

  it('tells the bank what it asks of a browser', async () => {
    await show();
    expect((await tokenise())?.browser).toMatchObject({
      acceptHeader: '*/*',
      userAgent: navigator.userAgent,
    });
  });

  it('has a place of its own for each field, and one of ours only for the name', async () => {
    await show();
    const places = [...screen.element.querySelectorAll('[data-cse]')].map((place) =>
      place.getAttribute('data-cse'),
    );
    expect(places).toEqual(['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode']);
    expect([...screen.element.querySelectorAll('input')].map((input) => input.autocomplete)).toEqual([
      'cc-name',
    ]);
  });
});

describe('the fields of the others', () => {
  it.each([CHECKOUT_COM_CARD, PAYERMAX_CARD])(
    '[STP-06] %i is held until its fields are valid as a whole',
    async (payType) => {
      await show({ payType });
      expect(screen.element.querySelectorAll('input')).toHaveLength(0);
      press();
      expect(confirmed).toEqual([]);
      perform(() => fields.change(true));
      press();
      expect(confirmed).toHaveLength(1);
    },
  );

  it('provider 13 is told nothing about the browser', async () => {
    await show({ payType: CHECKOUT_COM_CARD });
    expect(await tokenise()).toEqual({ card: { token: 'of ' } });
  });

  it('where the card is typed on the provider’s page, the step says so and asks for nothing', async () => {
    const payermaxFields = { ...(FIELDS.payermaxFields as never as object), shows: 'hosted-page' } as never;
    await show({ payType: PAYERMAX_CARD, config: siteWith({ payermaxFields }) });
    perform(() => fields.change(true));
    expect(find('hosted-page')?.textContent).toContain('صفحة مزوّد الدفع');
    press();
    expect(confirmed).toHaveLength(1);
  });
});

describe('another pack while the card is typed', () => {
  const config = siteWith();
  const showPack = (payType: PayType, pack: string) =>
    show({ payType, config, rechargeId: pack as RechargeId });

  it.each([CHECKOUT_COM_CARD, ADYEN_CARD])('leaves the fields of %i as they are', async (payType) => {
    await showPack(payType, 'card_999');
    perform(() => fields.change(true));
    await showPack(payType, 'card_499');
    expect(fields.timesOpened()).toBe(1);
    expect(fields.isClosed()).toBe(false);
  });

  it('opens those of provider 6 anew, which are empty then: nothing is submitted', async () => {
    await showPack(PAYERMAX_CARD, 'card_999');
    perform(() => fields.change(true));
    await showPack(PAYERMAX_CARD, 'card_499');
    expect(fields.timesOpened()).toBe(2);
    press();
    expect(confirmed).toEqual([]);
    perform(() => fields.change(true));
    press();
    expect(confirmed).toHaveLength(1);
  });

  it('comes while the fields are still opening: the first ones are closed before the next are opened', async () => {
    const story = fields.slowly();
    await showPack(PAYERMAX_CARD, 'card_999');
    await showPack(PAYERMAX_CARD, 'card_499');
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(find('vault')?.dataset['state']).toBe('ready');
    expect(story).toEqual(['open', 'close', 'open']);
  });
});

describe('when it cannot be', () => {
  it('fields that did not load are tried again on a press', async () => {
    fields.failNext();
    await show();
    expect(find('vault')?.dataset['state']).toBe('failed');
    await act(async () => find('vault')?.querySelector<HTMLElement>('button')?.click());
    expect(find('vault')?.dataset['state']).toBe('ready');
    expect(fields.timesOpened()).toBe(2);
  });

  it('a shop without that provider says that the fields are not there, and does not wait for ever', async () => {
    await show({ config: siteWith({ adyenFields: null }) });
    expect(find('vault')?.dataset['state']).toBe('failed');
  });

  it('offline and while paying the button does nothing', async () => {
    await show({ payType: CHECKOUT_COM_CARD, isOnline: false });
    perform(() => fields.change(true));
    press();
    await show({ payType: CHECKOUT_COM_CARD, isPaying: true });
    press();
    expect(confirmed).toEqual([]);
  });

  it('an order that could not be made says why, with its code', async () => {
    await show({ problem: { kind: 'refused', message: 'الباقة غير متاحة.', result: 22004 } });
    expect(screen.element.querySelector('[role=alert]')?.textContent).toMatch(/الباقة غير متاحة .*22004/);
  });

  it('another channel begins with other fields, and the first ones are closed', async () => {
    await show({ payType: CHECKOUT_COM_CARD });
    const first = fields;
    fields = fakeFields(() => ({ token: 'x' }));
    await show({ payType: ADYEN_CARD });
    expect(first.isClosed()).toBe(true);
    expect(opened.map(({ provider }) => provider)).toEqual([13, 17]);
  });
});
