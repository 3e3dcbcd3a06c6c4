import '../../words/load-card.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PurchaseEvent } from '../../checkout/purchase/purchase-state.ts';
import { ORDER, STATES } from '../../checkout/purchase/test/purchase-samples.ts';
import { perform, testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import { SentAwayView } from './sent-away-view.tsx';

let screen: TestScreen;
let sent: PurchaseEvent[];
const show = (isHere: boolean): void =>
  screen.render(
    <SentAwayView state={{ ...STATES['sent-away'], isHere }} send={(event) => void sent.push(event)} />,
  );
const press = (testId: string): void =>
  perform(() => screen.element.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.click());

beforeEach(() => {
  screen = testScreen();
  sent = [];
});
afterEach(() => screen.remove());

describe('on the way to the provider’s page', () => {
  it('says where the payer is taken', () => {
    show(false);
    expect(screen.element.textContent).toContain('ننقلك إلى صفحة الدفع');
    expect(screen.element.querySelector('[data-testid=go-on]')).toBeNull();
  });

  it('a page that the browser kept and shows again notices it', () => {
    show(false);
    const shown = (persisted: boolean) =>
      perform(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
    shown(false);
    expect(sent).toEqual([]);
    shown(true);
    expect(sent).toEqual([{ type: 'still-here', orderId: ORDER }]);
  });

  it('whoever is back can go on or give up', () => {
    show(true);
    press('go-on');
    press('give-up');
    expect(sent.map(({ type }) => type)).toEqual(['go-on-pressed', 'back-pressed']);
  });
});
