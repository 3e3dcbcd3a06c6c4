import { createCoinPay } from '@jawhara/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { requestsTo } from '../../api/test/network.ts';
import { storedStepCard } from '../../browser/storage/purchase.ts';
import { act, pageOfTest, screen, waitFor } from '../../ui/test/library.ts';
import { card, newServer } from './test/steps-server.ts';
import {
  chooseBoth,
  CONFIRM,
  fakeOpening,
  fields,
  fill,
  press,
  seeSavedCard,
  seeOpened,
  seeResult,
  visit,
} from './test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

beforeEach(chooseBoth);

it('the CVV field stays open, with its content, when its card turns out to be saved', async () => {
  const used = card('1111', { isRemembered: false });
  const server = newServer({ cards: [used] });
  storedStepCard.write(used.sourceId);
  await visit('/pay-step?step=cvv', server);
  await waitFor(async () =>
    expect((await seeSavedCard('1111')).textContent).toContain('بطاقة استخدمتها قبل قليل'),
  );
  await fill('cvv');
  const field = screen.getByTestId('cvv-field');

  server.cards = [{ ...used, isRemembered: true }];
  const { reloadSavedCards } = await import('../../api/use-saved-cards.ts');
  await act(() => reloadSavedCards(pageOfTest()));
  await screen.findByText(/تنتهي/);

  expect(screen.getByTestId('cvv-field')).toBe(field);
  await seeOpened('cvv 13 src_1111');
  expect(fields.cvv.isClosed()).toBe(false);
  await press(CONFIRM);
  await seeResult('success');
  expect(requestsTo(createCoinPay)).toMatchObject([{ source_id: 'src_1111' }]);
});
