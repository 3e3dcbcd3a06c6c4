import '../../../api/test/network.ts';
import type { CardFieldState } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, cleanup, render, screen, userEvent, waitFor, within } from '../../../ui/test/library.ts';
import type { Tokeniser } from '../../machine/purchase/purchase-state.ts';
import type { CardChannel } from './card-channel.ts';
import type { FieldsHandlers, SavedCardRef } from './fields/card-fields.ts';
import { CvvStep, type CvvStepProps } from './cvv-step.tsx';
import { ORDER, savedCard, siteWith } from './test/card-samples.ts';
import { fakeFields, type FakeFields } from './test/fake-fields.ts';

let fields: FakeFields;
vi.mock('./open-card-fields.ts', () => ({
  openCvvField: (
    _channel: CardChannel,
    _card: SavedCardRef,
    _element: HTMLElement,
    handlers: FieldsHandlers,
  ) => fields.open(handlers),
}));

const WRONG = 'رمز CVV غير صحيح. أدخله من جديد (3 أو 4 أرقام).';

let tokenise: Tokeniser;
let confirmed: CardFieldState[];

// Finds it also while hidden: a card that needs no CVV has fields too.
const vault = () => screen.getByRole('group', { name: 'بيانات البطاقة', hidden: true });
const show = async (more: Partial<CvvStepProps> = {}): Promise<void> => {
  render(
    <CvvStep
      order={ORDER}
      card={savedCard('src_1')}
      config={siteWith()}
      problem={null}
      isPaying={false}
      isOnline
      confirmLabel="OK"
      onTokeniser={(provided) => (tokenise = provided)}
      onConfirm={(cvv) => confirmed.push(cvv)}
      onOtherCard={() => undefined}
      {...more}
    />,
  );
  await waitFor(() => expect(vault().dataset['state']).toBe('ready'));
};
const okButton = () => screen.getByRole('button', { name: 'OK' });
const press = () => userEvent.click(okButton());
const fill = () => act(() => fields.change(true));

beforeEach(() => {
  confirmed = [];
  fields = fakeFields(() => ({ sourceId: savedCard('src_1').sourceId, cvvToken: 'tok_12345678' }));
});

describe('the CVV of a saved card', () => {
  it.each(['src_1', 'adyen-stored-1'])(
    '[EXP-05] an incomplete CVV of the saved card %s keeps the pay button off, and a press shows why',
    async (sourceId) => {
      await show({ card: savedCard(sourceId) });
      expect(vault().textContent).not.toContain(WRONG);
      expect(okButton().getAttribute('aria-disabled')).toBe('true');
      await press();
      expect(vault().textContent).toContain(WRONG);
      expect(confirmed).toEqual([]);
      fill();
      expect(vault().textContent).not.toContain(WRONG);
      await press();
      expect(confirmed).toEqual(['valid']);
    },
  );

  it('[EXP-05] a CVV that the provider reports as too short shows its error at once', async () => {
    await show({ card: savedCard('adyen-stored-1') });
    act(() => fields.say({ says: 'error', fieldType: 'encryptedSecurityCode', error: 'cc.cvc.921' }));
    expect(vault().textContent).toContain(WRONG);
  });

  it('the CVV of a saved card is submitted as a token together with the card’s source id', async () => {
    await show();
    expect((await tokenise())?.card).toEqual({ sourceId: 'src_1', cvvToken: 'tok_12345678' });
  });

  it('[CRD-03] the CVV is not requested for a card whose provider charges without it', async () => {
    await show({ card: savedCard('pmx_1') });
    fill();
    expect(screen.queryByRole('group', { name: 'بيانات البطاقة' })).toBeNull();
    await press();
    expect(confirmed).toEqual(['valid']);
  });
});

describe('the saved card whose CVV is typed', () => {
  const savedCards = () => within(screen.getByRole('region', { name: 'بطاقتك المحفوظة' }));

  it('the CVV step shows the date of a remembered card; an unremembered card cannot be deleted', async () => {
    await show({ onDelete: () => undefined });
    expect(savedCards().getByText(/09\/27/)).toBeDefined();
    expect(savedCards().getByRole('button', { name: /حذف البطاقة .*4242/ })).toBeDefined();
    cleanup();
    await show({ card: savedCard('src_1', false) });
    expect(savedCards().getByText('بطاقة استخدمتها قبل قليل')).toBeDefined();
    expect(savedCards().queryByRole('button', { name: /حذف/ })).toBeNull();
  });

  it('the CVV step has a button for another card', async () => {
    const onOtherCard = vi.fn<() => void>();
    await show({ onOtherCard });
    await userEvent.click(screen.getByRole('button', { name: 'بطاقة أخرى' }));
    expect(onOtherCard).toHaveBeenCalledOnce();
  });
});
