import '../../../api/test/network.ts';
import { ADYEN_CARD, CHECKOUT_COM_CARD } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, render, screen, userEvent, waitFor } from '../../../ui/test/library.ts';
import type { FieldsHandlers } from './fields/card-fields.ts';
import type { EntryProblem, RefusedField } from '../../machine/purchase/purchase-state.ts';
import type { CardChannel } from './card-channel.ts';
import type { CardStepProps } from './use-card-entry.ts';
import { CardStep } from './card-step.tsx';
import { CvvStep } from './cvv-step.tsx';
import { ORDER, savedCard, siteWith } from './test/card-samples.ts';
import { fakeFields, type FakeFields } from './test/fake-fields.ts';

let fields: FakeFields;
vi.mock('./open-card-fields.ts', () => ({
  openCardFields: (_channel: CardChannel, _element: HTMLElement, handlers: FieldsHandlers) =>
    fields.open(handlers),
  openCvvField: (_channel: CardChannel, _card: unknown, _element: HTMLElement, handlers: FieldsHandlers) =>
    fields.open(handlers),
}));

const SITE = siteWith();
const refused = (field: RefusedField): EntryProblem => ({ kind: 'field-refused', field });
const step = (more: Partial<CardStepProps> = {}) => (
  <CardStep
    order={ORDER}
    payType={ADYEN_CARD}
    rechargeId={null}
    config={SITE}
    problem={null}
    isPaying={false}
    isOnline
    onTokeniser={() => undefined}
    dispatch={() => undefined}
    {...more}
  />
);
const ready = () => waitFor(() => expect(screen.getByTestId('vault').dataset['state']).toBe('ready'));
const holder = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'الاسم على البطاقة' });

beforeEach(() => {
  fields = fakeFields(() => ({ token: 'tok_1' }));
});

/** A card that was typed, sent and refused for one of its fields. */
async function comeBack(field: RefusedField): Promise<void> {
  const page = render(step());
  await ready();
  await userEvent.type(holder(), 'Noura Ali');
  const valid = ['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode'];
  act(() => fields.say(...valid.map((fieldType) => ({ says: 'valid', fieldType, isValid: true }) as const)));
  page.rerender(step({ isPaying: true }));
  page.rerender(step({ problem: refused(field) }));
}

describe('back at the card because the bank did not accept one field', () => {
  it.each([
    ['number', ['cvv', 'number'], 'لم يقبل البنك رقم البطاقة. أدخله من جديد.'],
    ['expiry', ['cvv', 'expiry'], 'لم يقبل البنك تاريخ الانتهاء. أدخله من جديد.'],
    ['cvv', ['cvv'], 'لم يقبل البنك رمز CVV. أدخله من جديد.'],
  ] as const)(
    '[UX 2.6] the refused card field “%s” is emptied and focused, only %j are emptied, the reason is shown once',
    async (field, emptied, sentence) => {
      await comeBack(field);
      await waitFor(() => expect([fields.emptied, fields.focused]).toEqual([emptied, [field]]));
      expect(screen.getAllByText(sentence)).toHaveLength(1);
      expect(holder().value).toBe('Noura Ali');
      expect([fields.timesOpened(), fields.isClosed()]).toEqual([1, false]);
    },
  );

  it('a refused holder name is emptied and focused; of the provider’s fields only the CVV is emptied', async () => {
    await comeBack('holder');
    await waitFor(() => expect(holder().value).toBe(''));
    expect(document.activeElement).toBe(holder());
    expect([fields.emptied, fields.focused, fields.isClosed()]).toEqual([['cvv'], [], false]);
  });

  it('a provider’s fields that cannot be emptied one by one stay open, and the refusal is shown', async () => {
    fields.canDoLittle();
    render(step({ payType: CHECKOUT_COM_CARD, problem: refused('number') }));
    await ready();
    expect(screen.getByText('لم يقبل البنك رقم البطاقة. أدخله من جديد.')).toBeDefined();
    expect([fields.timesOpened(), fields.isClosed()]).toEqual([1, false]);
  });

  it('after a refused CVV of a saved card the CVV field has the cursor and shows the reason once', async () => {
    render(
      <CvvStep
        order={ORDER}
        card={savedCard('src_abcdefgh')}
        config={SITE}
        problem={refused('cvv')}
        isPaying={false}
        isOnline
        confirmLabel="ادفع"
        onTokeniser={() => undefined}
        onConfirm={() => undefined}
        onOtherCard={() => undefined}
      />,
    );
    await waitFor(() => expect(fields.focused).toEqual(['cvv']));
    // The refusal is shown once, at the field.
    expect(screen.getAllByText('رُفض رمز CVV هذا. أدخل رمزًا آخر للمتابعة.')).toHaveLength(1);
    expect(screen.queryByText(/لم يقبل البنك/)).toBeNull();
  });

  it('[EXP-05] a declined CVV in a frame that cannot be emptied is not submitted again unchanged', async () => {
    fields.canDoLittle();
    const dispatch = vi.fn<(event: unknown) => void>();
    const props = { payType: CHECKOUT_COM_CARD, dispatch };
    const page = render(step(props));
    await ready();
    act(() => fields.change(true));
    page.rerender(step({ ...props, problem: refused('cvv') }));
    const pay = screen.getByTestId('confirm-payment');
    for (let nth = 0; nth < 3; nth += 1) await userEvent.click(pay);
    expect(dispatch).not.toHaveBeenCalled();
    expect(screen.getAllByText('رُفض رمز CVV هذا. أدخل رمزًا آخر للمتابعة.').length).toBeGreaterThan(0);
    act(() => fields.change(false));
    act(() => fields.change(true));
    await userEvent.click(pay);
    expect(dispatch).toHaveBeenCalledTimes(1);
    // After a second decline the CVV must be changed again.
    page.rerender(step({ ...props, problem: refused('cvv') }));
    await userEvent.click(pay);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  it('when no CVV try is left, “another card” is the primary button instead of pay', async () => {
    const onOtherCard = vi.fn<() => void>();
    render(step({ problem: refused('cvv'), isSpent: true, onOtherCard }));
    await ready();
    const other = screen.getByRole('button', { name: 'ادفع ببطاقة أخرى' });
    expect(other.className).toContain('primary');
    expect(screen.getByTestId('confirm-payment').className).not.toContain('primary');
    await userEvent.click(other);
    expect(onOtherCard).toHaveBeenCalledTimes(1);
  });
});
