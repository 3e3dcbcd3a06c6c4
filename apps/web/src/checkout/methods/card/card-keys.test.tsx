import '../../../api/test/network.ts';
import { ADYEN_CARD, CHECKOUT_COM_CARD, PAYERMAX_CARD, type PayType } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, render, screen, userEvent, waitFor } from '../../../ui/test/library.ts';
import type { AdyenWord } from './fields/adyen/adyen-field-events.ts';
import type { FieldsHandlers, ProviderField } from './fields/card-fields.ts';
import type { CardChannel } from './card-channel.ts';
import type { CardStepProps } from './use-card-entry.ts';
import { CardStep } from './card-step.tsx';
import { CvvStep, type CvvStepProps } from './cvv-step.tsx';
import { ExpiryStep } from './used-card-view.tsx';
import { ORDER, savedCard, siteWith } from './test/card-samples.ts';
import { fakeFields, type FakeFields } from './test/fake-fields.ts';

let fields: FakeFields;
vi.mock('./open-card-fields.ts', () => ({
  openCardFields: (_channel: CardChannel, _element: HTMLElement, handlers: FieldsHandlers) =>
    fields.open(handlers),
  openCvvField: (_channel: CardChannel, _card: unknown, _element: HTMLElement, handlers: FieldsHandlers) =>
    fields.open(handlers),
}));

let paid: number;
const SHARED = {
  order: ORDER,
  config: siteWith(),
  problem: null,
  isPaying: false,
  isOnline: true,
  onTokeniser: () => undefined,
  onConfirm: () => void (paid += 1),
  dispatch: () => void (paid += 1),
} as const;
const ready = () => waitFor(() => expect(screen.getByTestId('vault').dataset['state']).toBe('ready'));
const showCard = async (payType: PayType, more: Partial<CardStepProps> = {}): Promise<void> => {
  render(<CardStep {...SHARED} payType={payType} rechargeId={null} {...more} />);
  await ready();
};
const showCvv = async (more: Partial<CvvStepProps> = {}): Promise<void> => {
  const card = savedCard('adyen-stored-1');
  render(<CvvStep {...SHARED} card={card} confirmLabel="OK" onOtherCard={() => undefined} {...more} />);
  await ready();
};
const onPc = () => document.documentElement.classList.add('pc');
const holder = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'الاسم على البطاقة' });
const PLACES = {
  number: 'encryptedCardNumber',
  expiry: 'encryptedExpiryDate',
  cvv: 'encryptedSecurityCode',
} as const;
const valid = (field: ProviderField): AdyenWord => ({
  says: 'valid',
  fieldType: PLACES[field],
  isValid: true,
});
/** The payer types one field to its end. */
const finish = (field: ProviderField) =>
  act(() => {
    fields.say(valid(field));
    fields.finish(field);
  });
const confirm = () => userEvent.click(screen.getByTestId('confirm-payment'));

beforeEach(() => {
  paid = 0;
  fields = fakeFields(() => ({ token: 'tok_1' }));
});
afterEach(() => document.documentElement.classList.remove('pc'));

describe('[UX 2.5] where the cursor is when a step opens', () => {
  it('on a PC the card step opens with the cursor in the card number', async () => {
    onPc();
    await showCard(ADYEN_CARD);
    await waitFor(() => expect(fields.focused).toEqual(['number']));
  });

  it('on a PC the card step opens with the cursor in the field that was refused', async () => {
    onPc();
    await showCard(ADYEN_CARD, { problem: { kind: 'field-refused', field: 'expiry' } });
    await waitFor(() => expect(fields.focused).toEqual(['expiry']));
  });

  it('on a phone the card step opens without a cursor in any field', async () => {
    await showCard(ADYEN_CARD);
    finish('number');
    await waitFor(() => expect(fields.focused).toEqual(['expiry']));
  });

  it('the CVV step of a saved card opens with the cursor in the CVV, also on a phone', async () => {
    await showCvv();
    await waitFor(() => expect(fields.focused).toEqual(['cvv']));
  });

  it('on a PC the step of an expired card opens with the cursor in the new date', async () => {
    onPc();
    const card = savedCard('src_1');
    render(<ExpiryStep {...SHARED} card={card} stepProblem={null} onOtherCard={() => undefined} />);
    await ready();
    expect(document.activeElement).toBe(screen.getByTestId('new-expiry'));
    expect(fields.focused).toEqual([]);
  });
});

describe('[UX 2.5] completing a card field moves the cursor to the next', () => {
  it('completing a card field moves the cursor on: number, expiry, CVV, holder name', async () => {
    await showCard(ADYEN_CARD);
    finish('number');
    finish('expiry');
    expect(fields.focused).toEqual(['expiry', 'cvv']);
    finish('cvv');
    expect(document.activeElement).toBe(holder());
  });

  it('completing a card field skips valid fields and never moves the cursor back', async () => {
    await showCard(ADYEN_CARD);
    act(() => fields.say(valid('expiry'), valid('cvv')));
    await userEvent.type(holder(), 'Noura Ali');
    finish('number');
    expect(fields.focused).toEqual([]);
    expect(document.activeElement).toBe(holder());
  });
});

describe('[UX 2.5] Enter', () => {
  it('Enter pays from the provider’s fields and from the holder name once everything is valid', async () => {
    await showCard(ADYEN_CARD);
    act(() => fields.say(valid('number'), valid('expiry'), valid('cvv')));
    await userEvent.type(holder(), 'Noura Ali{Enter}');
    expect(paid).toBe(1);
    act(() => fields.pressEnter());
    expect(paid).toBe(2);
  });

  it('Enter with missing card fields moves to the first of them, and each shows its message', async () => {
    await showCard(ADYEN_CARD);
    act(() => fields.say(valid('number')));
    act(() => fields.pressEnter());
    expect([paid, fields.focused]).toEqual([0, ['expiry']]);
    expect(screen.getByText('أدخل تاريخ الانتهاء')).toBeDefined();
    expect(screen.getByText('أدخل رمز CVV')).toBeDefined();
  });

  it('Enter in the CVV pays with a saved card, and does nothing while a payment is under way', async () => {
    await showCvv();
    act(() => fields.change(true));
    act(() => fields.pressEnter());
    expect(paid).toBe(1);
    document.body.replaceChildren();
    await showCvv({ isPaying: true });
    act(() => fields.change(true));
    act(() => fields.pressEnter());
    expect(paid).toBe(1);
  });

  it('Enter in the new date of a saved card moves the cursor to the CVV', async () => {
    const card = savedCard('src_1');
    render(<ExpiryStep {...SHARED} card={card} stepProblem={null} onOtherCard={() => undefined} />);
    await ready();
    await userEvent.type(screen.getByTestId('new-expiry'), '12/49{Enter}');
    expect([paid, fields.focused]).toEqual([0, ['cvv']]);
  });
});

describe('[UX 2.5] pressed too early', () => {
  it('confirm with empty card fields moves the cursor to the first one, and each error names its field', async () => {
    await showCard(ADYEN_CARD);
    await confirm();
    expect(fields.focused).toEqual(['number']);
    const spoken = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(spoken.some((text) => text.includes('رقم البطاقة: أدخل رقم البطاقة'))).toBe(true);
  });

  it.each([CHECKOUT_COM_CARD, PAYERMAX_CARD])(
    'pressing confirm with empty fields of pay type %i makes the provider’s frame show its errors, and pays nothing',
    async (payType) => {
      await showCard(payType);
      await confirm();
      expect([paid, fields.timesFaultsShown()]).toEqual([0, 1]);
    },
  );

  it('confirm without a network does not make the card fields show errors', async () => {
    await showCard(CHECKOUT_COM_CARD, { isOnline: false });
    await confirm();
    expect([paid, fields.timesFaultsShown()]).toEqual([0, 0]);
  });
});
