import '../../../api/test/network.ts';
import {
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  PAYERMAX_CARD,
  type CardFieldStates,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, render, screen, userEvent, waitFor, within } from '../../../ui/test/library.ts';
import type { Tokeniser } from '../../machine/purchase/purchase-state.ts';
import type { AdyenWord } from './fields/adyen/adyen-field-events.ts';
import type { CardChannel } from './card-channel.ts';
import type { FieldsHandlers } from './fields/card-fields.ts';
import type { CardStepProps } from './use-card-entry.ts';
import { CardStep } from './card-step.tsx';
import { FIELDS, ORDER, siteWith } from './test/card-samples.ts';
import { fieldsWithout } from '../../../api/test/provider-fields.ts';
import { fakeFields, type FakeFields } from './test/fake-fields.ts';

const opened: CardChannel[] = [];
let fields: FakeFields;
vi.mock('./open-card-fields.ts', () => ({
  openCardFields: (channel: CardChannel, _element: HTMLElement, handlers: FieldsHandlers) => {
    opened.push(channel);
    return fields.open(handlers);
  },
}));

let page: ReturnType<typeof render> | null;
let tokenise: Tokeniser;
let confirmed: CardFieldStates[];

const vault = () => screen.getByRole('group', { name: 'بيانات البطاقة' });
const readyFrame = () => waitFor(() => expect(vault().dataset['state']).toBe('ready'));
const show = (more: Partial<CardStepProps> = {}): void => {
  const step = (
    <CardStep
      order={ORDER}
      payType={ADYEN_CARD}
      rechargeId={null}
      config={siteWith()}
      problem={null}
      isPaying={false}
      isOnline
      onTokeniser={(provided) => (tokenise = provided)}
      dispatch={(event) => event.type === 'confirm-pressed' && confirmed.push(event.inputs.fields)}
      {...more}
    />
  );
  if (page === null) page = render(step);
  else page.rerender(step);
};
const showReady = async (more: Partial<CardStepProps> = {}): Promise<void> => {
  show(more);
  await readyFrame();
};
const press = () => userEvent.click(screen.getByTestId('confirm-payment'));
const text = (): string => document.body.textContent;
const valid = (fieldType: string, isValid = true): AdyenWord => ({ says: 'valid', fieldType, isValid });
const say = (...words: AdyenWord[]) => act(() => fields.say(...words));
const fill = () => act(() => fields.change(true));
const holder = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'الاسم على البطاقة' });
const typeHolder = async (name: string): Promise<void> => {
  await userEvent.clear(holder());
  await userEvent.click(holder());
  await userEvent.paste(name);
  await userEvent.tab();
};
const fillSplitForm = () =>
  say(valid('encryptedCardNumber'), valid('encryptedExpiryDate'), valid('encryptedSecurityCode'));

beforeEach(() => {
  page = null;
  confirmed = [];
  opened.length = 0;
  fields = fakeFields((handlers) => ({ token: `of ${handlers.holderName()}` }));
});

describe('the fields of provider 17', () => {
  it('[STP-06] nothing is submitted until all four fields are valid, and the bar counts what is left', async () => {
    await showReady();
    expect(text()).toContain('بقيت 4 حقول');
    await press();
    say(valid('encryptedCardNumber'), valid('encryptedExpiryDate'));
    expect(text()).toContain('بقي حقلان');
    await press();
    say(valid('encryptedSecurityCode'));
    expect(text()).toContain('بقي حقل واحد');
    await press();
    expect(confirmed).toEqual([]);
    await typeHolder('Sara Ali');
    await press();
    expect(confirmed).toEqual([{ number: 'valid', expiry: 'valid', cvv: 'valid', holder: 'valid' }]);
  });

  it('[EXP-07] each field says that it is to be filled in once the payer wants to pay, and not before', async () => {
    await showReady();
    expect(text()).not.toContain('أدخل');
    await press();
    for (const name of ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز CVV', 'الاسم على البطاقة'])
      expect(text()).toContain(`أدخل ${name}`);
  });

  it('[EXP-07] each field says that it is wrong', async () => {
    await showReady();
    const wrong = (fieldType: string, error: string): AdyenWord => ({ says: 'error', fieldType, error });
    say(
      wrong('encryptedCardNumber', 'cc.num.902'),
      wrong('encryptedExpiryDate', 'cc.dat.911'),
      wrong('encryptedSecurityCode', 'cc.cvc.921'),
    );
    for (const name of ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز CVV'])
      expect(text()).toContain(`${name} غير صحيح`);
    await typeHolder('x'.repeat(255));
    expect(text()).toContain('الاسم طويل');
    say(wrong('encryptedExpiryDate', 'cc.dat.912'));
    expect(text()).toContain('البطاقة منتهية');
    say(wrong('encryptedCardNumber', 'cc.num.903'));
    expect(text()).toContain('نقبل Visa وMastercard');
  });

  it('[EXP-06] emoji and symbols leave the holder name, the payer is told, and the clean name is handed over', async () => {
    await showReady();
    fillSplitForm();
    await typeHolder('Sara ★ Ali 😀');
    expect(holder().value).toBe('Sara Ali');
    expect(text()).toContain('حذفنا الرموز من الاسم');
    expect((await tokenise())?.card).toEqual({ token: 'of Sara Ali' });
    await typeHolder('★');
    await press();
    expect(confirmed).toEqual([]);
  });

  it('tells the bank what it asks of a browser', async () => {
    await showReady();
    expect((await tokenise())?.browser).toMatchObject({
      acceptHeader: '*/*',
      userAgent: navigator.userAgent,
    });
  });

  it('has a place of its own for each field, and one of ours only for the name', async () => {
    await showReady();
    const places = [...vault().querySelectorAll('[data-cse]')].map((place) => place.getAttribute('data-cse'));
    expect(places).toEqual(['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode']);
    expect(screen.getAllByRole<HTMLInputElement>('textbox').map((input) => input.autocomplete)).toEqual([
      'cc-name',
    ]);
  });
});

describe('the fields of the others', () => {
  it.each([CHECKOUT_COM_CARD, PAYERMAX_CARD])(
    '[STP-06] %i is held until its fields are valid as a whole',
    async (payType) => {
      await showReady({ payType });
      expect(screen.queryByRole('textbox')).toBeNull();
      await press();
      expect(confirmed).toEqual([]);
      fill();
      await press();
      expect(confirmed).toHaveLength(1);
    },
  );

  it('provider 13 is told nothing about the browser', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD });
    expect(await tokenise()).toEqual({ card: { token: 'of ' } });
  });

  it('where the card is typed on the provider’s page, the step says so and asks for nothing', async () => {
    const { 6: payermax } = FIELDS.cardFields;
    const cardFields = {
      ...FIELDS.cardFields,
      6: payermax && { ...payermax, shows: 'hosted-page' as const },
    };
    await showReady({ payType: PAYERMAX_CARD, config: siteWith({ cardFields }) });
    fill();
    expect(vault().textContent).toContain('صفحة مزوّد الدفع');
    await press();
    expect(confirmed).toHaveLength(1);
  });
});

describe('another pack while the card is typed', () => {
  const config = siteWith();
  const pack = (payType: PayType, rechargeId: string) => ({
    payType,
    config,
    rechargeId: rechargeId as RechargeId,
  });

  it.each([CHECKOUT_COM_CARD, ADYEN_CARD])('leaves the fields of %i as they are', async (payType) => {
    await showReady(pack(payType, 'card_999'));
    fill();
    await showReady(pack(payType, 'card_499'));
    expect(fields.timesOpened()).toBe(1);
    expect(fields.isClosed()).toBe(false);
  });

  it('opens those of provider 6 anew, which are empty then: nothing is submitted', async () => {
    await showReady(pack(PAYERMAX_CARD, 'card_999'));
    fill();
    show(pack(PAYERMAX_CARD, 'card_499'));
    await waitFor(() => expect(fields.timesOpened()).toBe(2));
    await readyFrame();
    await press();
    expect(confirmed).toEqual([]);
    fill();
    await press();
    expect(confirmed).toHaveLength(1);
  });

  it('comes while the fields are still opening: the first ones are closed before the next are opened', async () => {
    const story = fields.slowly();
    show(pack(PAYERMAX_CARD, 'card_999'));
    await waitFor(() => expect(story).toEqual(['open']));
    show(pack(PAYERMAX_CARD, 'card_499'));
    await waitFor(() => expect(story).toEqual(['open', 'close', 'open']));
    await readyFrame();
    expect(story).toEqual(['open', 'close', 'open']);
  });
});

describe('when it cannot be', () => {
  it('fields that did not load are tried again on a press', async () => {
    fields.failNext();
    show();
    await userEvent.click(await within(vault()).findByRole('button', { name: 'إعادة المحاولة' }));
    await readyFrame();
    expect(fields.timesOpened()).toBe(2);
  });

  it('a shop without that provider says that the fields are not there, and does not wait for ever', async () => {
    show({ config: siteWith(fieldsWithout(17)) });
    expect(await within(vault()).findByText('تعذّر تحميل حقول البطاقة.')).toBeDefined();
  });

  it('offline and while paying the button does nothing', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD, isOnline: false });
    fill();
    await press();
    await showReady({ payType: CHECKOUT_COM_CARD, isPaying: true });
    await press();
    expect(confirmed).toEqual([]);
  });

  it('[UX 2.1] while paying the button says so instead of the amount', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD, isPaying: true });
    expect(screen.getByRole('button', { name: 'نعالج الدفع…', busy: true })).toBeDefined();
  });

  it('an order that could not be made says why, with its code', async () => {
    await showReady({ problem: { kind: 'refused', message: 'الباقة غير متاحة.', result: 22004 } });
    expect(screen.getAllByRole('alert')[0]?.textContent).toMatch(/الباقة غير متاحة .*22004/);
  });

  it('another channel begins with other fields, and the first ones are closed', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD });
    const first = fields;
    fields = fakeFields(() => ({ token: 'x' }));
    show({ payType: ADYEN_CARD });
    await waitFor(() => expect(fields.timesOpened()).toBe(1));
    expect(first.isClosed()).toBe(true);
    expect(opened.map(({ provider }) => provider)).toEqual([13, 17]);
  });
});
