import { beforeEach, describe, expect, it } from 'vitest';
import type { PurchaseEvent } from '../machine/purchase/purchase-state.ts';
import { ORDER, STATES } from '../machine/purchase/test/purchase-samples.ts';
import { fireEvent, render, screen, userEvent } from '../../ui/test/library.ts';
import { SentAwayView } from './sent-away-view.tsx';

let sent: PurchaseEvent[];
const show = (isHere: boolean) =>
  render(<SentAwayView state={{ ...STATES['sent-away'], isHere }} send={(event) => void sent.push(event)} />);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  sent = [];
});

describe('on the way to the provider’s page', () => {
  it('[ERR-02] the page says that the payer is being sent to the provider’s page', () => {
    show(false);
    expect(screen.getByRole('status').textContent).toContain('ننقلك إلى صفحة الدفع');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('a page restored by the browser’s back cache reports that the payer is still here', () => {
    show(false);
    const shown = (persisted: boolean) =>
      fireEvent(window, Object.assign(new Event('pageshow'), { persisted }));
    shown(false);
    expect(sent).toEqual([]);
    shown(true);
    expect(sent).toEqual([{ type: 'still-here', orderId: ORDER }]);
  });

  it('a payer back from the provider’s page can continue to it or give up', async () => {
    show(true);
    await press('المتابعة إلى صفحة الدفع');
    await userEvent.click(screen.getByTestId('give-up'));
    expect(sent.map(({ type }) => type)).toEqual(['go-on-pressed', 'back-pressed']);
  });
});
