import '../../../api/test/network.ts';
import { CHECKOUT_COM_CARD } from '@jawhara/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, render, screen } from '../../../ui/test/library.ts';
import { StepColumns } from './card-step-layout.tsx';
import { ORDER } from './test/card-samples.ts';

const SLOW = 'الاتصال بطيء. ما زلنا نعمل على طلبك، فلا تضغط مرة أخرى.';
const step = (isPaying: boolean) => (
  <StepColumns order={ORDER} payType={CHECKOUT_COM_CARD} bankNote="" isPaying={isPaying}>
    {null}
  </StepColumns>
);
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('[UX 2.6] a payment without an answer for five seconds says so; before it is sent and after it nothing does', () => {
  const page = render(step(false));
  pass(10_000);
  expect(screen.queryByText(SLOW)).toBeNull();
  page.rerender(step(true));
  pass(4_900);
  expect(screen.queryByText(SLOW)).toBeNull();
  pass(200);
  expect(screen.getByRole('status').textContent).toBe(SLOW);
  page.rerender(step(false));
  expect(screen.queryByText(SLOW)).toBeNull();
});
