import { readServerTime } from '@jawhara/contract';
import { CHECKOUT_COM_CARD } from '@jawhara/domain';
import { expect, it, vi } from 'vitest';
import { answer, LOST, network } from '../../../api/test/network.ts';
import { plain, render, screen } from '../../../ui/test/library.ts';
import { StepColumns } from './card-step-layout.tsx';
import { ORDER } from './test/card-samples.ts';

vi.mock('@jawhara/domain', async (real) => ({ ...(await real()), PAYING_IS_SLOW_AFTER_MS: 60 }));

const CONNECTION = 'الاتصال بطيء. ما زلنا نعمل على طلبك، فلا تضغط مرة أخرى.';
const SYSTEM = 'نظام الدفع يستغرق وقتًا أطول من المعتاد.';
const step = (isPaying: boolean) => (
  <StepColumns order={ORDER} payType={CHECKOUT_COM_CARD} bankNote="" isPaying={isPaying}>
    {null}
  </StepColumns>
);
const seen = (): string => plain(document.body.textContent);

it('[UX 2.6] during a slow payment with our server answering, the page says that the payment system is slow', async () => {
  network.use(answer(readServerTime, { ts: 1_763_500_000 }));
  const page = render(step(false));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(seen()).not.toContain(SYSTEM);
  page.rerender(step(true));
  expect(plain((await screen.findByRole('status')).textContent)).toBe(SYSTEM);
  expect(seen()).not.toContain(CONNECTION);
  page.rerender(step(false));
  expect(screen.queryByText(SYSTEM)).toBeNull();
});

it('[UX 2.6] during a slow payment without an answer of our server, the page says that the connection is slow', async () => {
  network.use(answer(readServerTime, LOST));
  render(step(true));
  expect(plain((await screen.findByRole('status')).textContent)).toBe(CONNECTION);
  expect(seen()).not.toContain(SYSTEM);
});
