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

describe('the card fields of Adyen', () => {
  it('[STP-06] nothing is submitted until all four card fields are valid, and the bar counts the missing ones', async () => {
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

  it('[EXP-07] empty card fields show their messages only after the payer presses pay', async () => {
    await showReady();
    expect(text()).not.toContain('أدخل');
    await press();
    for (const name of ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز CVV', 'الاسم على البطاقة'])
      expect(text()).toContain(`أدخل ${name}`);
  });

  it('[EXP-07] each wrong card field shows its message', async () => {
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

  it('[EXP-06] emoji and symbols are removed from the holder name, and the payer sees a message about it', async () => {
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

  it('a payment with a new card through Adyen includes the facts about the browser that the bank needs', async () => {
    await showReady();
    expect((await tokenise())?.browser).toMatchObject({
      acceptHeader: '*/*',
      userAgent: navigator.userAgent,
    });
  });

  it('number, expiry and CVV are the provider’s fields, and only the holder name is our own input', async () => {
    await showReady();
    const places = [...vault().querySelectorAll('[data-cse]')].map((place) => place.getAttribute('data-cse'));
    expect(places).toEqual(['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode']);
    expect(screen.getAllByRole<HTMLInputElement>('textbox').map((input) => input.autocomplete)).toEqual([
      'cc-name',
    ]);
  });
});

describe('the card fields of the other providers', () => {
  it.each([CHECKOUT_COM_CARD, PAYERMAX_CARD])(
    '[STP-06] a card of pay type %i is not submitted until its fields are valid as a whole',
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

  it('a payment with a new card through Checkout.com contains no facts about the browser', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD });
    expect(await tokenise()).toEqual({ card: { token: 'of ' } });
  });

  it('when the card is typed on the provider’s page, the card step says so and needs no fields', async () => {
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

  it.each([CHECKOUT_COM_CARD, ADYEN_CARD])(
    'choosing another pack leaves the card fields of pay type %i as they are',
    async (payType) => {
      await showReady(pack(payType, 'card_999'));
      fill();
      await showReady(pack(payType, 'card_499'));
      expect(fields.timesOpened()).toBe(1);
      expect(fields.isClosed()).toBe(false);
    },
  );

  it('choosing another pack opens the card fields of PayerMax anew, and nothing is submitted while they are empty', async () => {
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

  it('choosing another pack while card fields are opening closes the first ones before the next ones open', async () => {
    const story = fields.slowly();
    show(pack(PAYERMAX_CARD, 'card_999'));
    await waitFor(() => expect(story).toEqual(['open']));
    show(pack(PAYERMAX_CARD, 'card_499'));
    await waitFor(() => expect(story).toEqual(['open', 'close', 'open']));
    await readyFrame();
    expect(story).toEqual(['open', 'close', 'open']);
  });
});

describe('when the card cannot be typed or paid', () => {
  it('card fields that did not load are loaded again on a press', async () => {
    fields.failNext();
    show();
    await userEvent.click(await within(vault()).findByRole('button', { name: 'إعادة المحاولة' }));
    await readyFrame();
    expect(fields.timesOpened()).toBe(2);
  });

  it('without a configuration of the provider the card step says that the fields could not be loaded', async () => {
    show({ config: siteWith(fieldsWithout(17)) });
    expect(await within(vault()).findByText('تعذّر تحميل حقول البطاقة.')).toBeDefined();
  });

  it('the pay button does nothing while offline and while a payment is under way', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD, isOnline: false });
    fill();
    await press();
    await showReady({ payType: CHECKOUT_COM_CARD, isPaying: true });
    await press();
    expect(confirmed).toEqual([]);
  });

  it('[UX 2.1] while a payment is under way the button says so instead of the amount', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD, isPaying: true });
    expect(screen.getByRole('button', { name: 'نعالج الدفع…', busy: true })).toBeDefined();
  });

  it('a refused order shows its message and code on the card step', async () => {
    await showReady({ problem: { kind: 'refused', message: 'الباقة غير متاحة.', result: 22004 } });
    expect(screen.getAllByRole('alert')[0]?.textContent).toMatch(/الباقة غير متاحة .*22004/);
  });

  it('when another provider takes the card, its fields open and those of the first provider are closed', async () => {
    await showReady({ payType: CHECKOUT_COM_CARD });
    const first = fields;
    fields = fakeFields(() => ({ token: 'x' }));
    show({ payType: ADYEN_CARD });
    await waitFor(() => expect(fields.timesOpened()).toBe(1));
    expect(first.isClosed()).toBe(true);
    expect(opened.map(({ provider }) => provider)).toEqual([13, 17]);
  });
});
