import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import type { CardFieldState } from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { perform, testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import type { Tokeniser } from '../purchase/purchase-state.ts';
import type { CardChannel } from './card-channel.ts';
import type { FieldsHandlers, KeptCard } from './card-fields.ts';
import { CvvStep, type CvvStepProps } from './cvv-step.tsx';
import { ORDER, savedCard, siteWith } from './test/card-samples.ts';
import { fakeFields, type FakeFields } from './test/fake-fields.ts';

let fields: FakeFields;
vi.mock('./open-card-fields.ts', () => ({
  openCvvField: (_channel: CardChannel, _card: KeptCard, _element: HTMLElement, handlers: FieldsHandlers) =>
    fields.open(handlers),
}));

const WRONG = 'رمز CVV غير صحيح، أعد إدخاله (عادةً 3 أو 4 أرقام).';

let screen: TestScreen;
let tokenise: Tokeniser;
let confirmed: CardFieldState[];

const show = async (more: Partial<CvvStepProps> = {}): Promise<void> => {
  await act(async () =>
    screen.render(
      <CvvStep
        order={ORDER}
        card={savedCard('src_1')}
        config={siteWith()}
        problem={null}
        isPaying={false}
        isOnline
        confirmLabel="OK"
        onTokeniser={(given) => (tokenise = given)}
        onConfirm={(cvv) => confirmed.push(cvv)}
        onOtherCard={() => undefined}
        {...more}
      />,
    ),
  );
};
const find = (testId: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${testId}]`);
const press = (): void => perform(() => find('confirm-payment')?.click());
const seen = (): string => screen.element.textContent ?? '';

beforeEach(() => {
  screen = testScreen();
  confirmed = [];
  fields = fakeFields(() => ({ sourceId: savedCard('src_1').sourceId, cvvToken: 'tok_12345678' }));
});
afterEach(() => screen.remove());

describe('the CVV of a saved card', () => {
  it.each(['src_1', 'adyen-stored-1'])(
    '[EXP-05] of %s: an incomplete one holds the button and says why',
    async (sourceId) => {
      await show({ card: savedCard(sourceId) });
      expect(find('vault')?.textContent).not.toContain(WRONG);
      expect(find('confirm-payment')?.getAttribute('aria-disabled')).toBe('true');
      press();
      expect(find('vault')?.textContent).toContain(WRONG);
      expect(confirmed).toEqual([]);
      perform(() => fields.change(true));
      expect(find('vault')?.textContent).not.toContain(WRONG);
      press();
      expect(confirmed).toEqual(['valid']);
    },
  );

  it('[EXP-05] the provider’s own word that it is too short shows at once', async () => {
    await show({ card: savedCard('adyen-stored-1') });
    perform(() => fields.say({ says: 'error', fieldType: 'encryptedSecurityCode', error: 'cc.cvc.921' }));
    expect(find('vault')?.textContent).toContain(WRONG);
  });

  it('goes with its card, as a token or sealed', async () => {
    await show();
    expect((await tokenise())?.card).toEqual({ sourceId: 'src_1', cvvToken: 'tok_12345678' });
  });

  it('is not asked of a card that its provider charges without', async () => {
    await show({ card: savedCard('pmx_1') });
    perform(() => fields.change(true));
    expect(find('vault')?.parentElement?.hidden).toBe(true);
    press();
    expect(confirmed).toEqual(['valid']);
  });
});

describe('the card it is for', () => {
  it('a remembered one shows its date; one that is not was used a moment ago and cannot be deleted', async () => {
    await show({ onDelete: () => undefined });
    expect(find('kept-card')?.textContent).toContain('09/27');
    expect(find('kept-card')?.querySelector('button')).not.toBeNull();
    await show({ card: savedCard('src_1', false) });
    expect(seen()).toContain('بطاقة استخدمتها قبل قليل');
    expect(find('kept-card')?.querySelector('button')).toBeNull();
  });

  it('another card is one press away', async () => {
    const onOtherCard = vi.fn<() => void>();
    await show({ onOtherCard });
    perform(() => find('other-card')?.click());
    expect(onOtherCard).toHaveBeenCalledOnce();
  });
});
