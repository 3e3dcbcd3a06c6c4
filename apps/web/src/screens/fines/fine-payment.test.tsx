import { createFinePay, createFinePayByPayerMax, readFine } from '@jawhara/contract';
import type { CardSourceId } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestsTo } from '../../api/test/network.ts';
import { storedLastPaidAmount } from '../../browser/storage/purchase.ts';
import { plain, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { card, newServer, type StepsServer } from '../pay-step/test/steps-server.ts';
import {
  CONFIRM,
  fakeOpening,
  fill,
  press,
  seeChosen,
  seeSavedCard,
  seeOpened,
  seeResult,
  visit,
} from '../pay-step/test/steps-shop.tsx';
import { FAHD_ID, fineOf, unpaid } from './test/fine-samples.ts';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const OF_FAHD = `/fines?fine=${FAHD_ID}`;
const NEW_CARD = 'بطاقة جديدة';
const textOf = (element: HTMLElement): string => plain(element.textContent ?? '');
const pressPay = async () => userEvent.click(await screen.findByTestId('pay-now'));
const node = (index: number) =>
  within(screen.getByTestId('unban')).getAllByRole('listitem')[index]?.dataset['state'];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens the fine, goes on with a new card and fills in its fields. */
async function typeCard(server: StepsServer): Promise<void> {
  await visit(OF_FAHD, server);
  await seeChosen(NEW_CARD);
  await pressPay();
  await fill('card');
}

describe('paying a fine', () => {
  it('[FIN-01] [FIN-04] a fine is paid with a new card by the quote shown; the steps turn green when the account is unbanned', async () => {
    const server = newServer({ fine: fineOf(20) });
    await typeCard(server);
    expect(`${location.pathname}${location.search}`).toBe(`/pay-step?step=card&fine=${FAHD_ID}`);
    const strip = textOf(screen.getByTestId('order-strip'));
    expect(strip).toContain('غرامة حساب Fahd');
    expect(strip).toContain('$20.00');
    server.recipientRefusal = 'banned';
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createFinePay)).toMatchObject([
      { id: FAHD_ID, quote_id: 'quote-20.seal', pay_type: 23 },
    ]);
    // The order is completed but the account is still banned, so only the first node is done.
    expect([node(0), node(1), node(2)]).toEqual(['done', 'now', 'later']);
    expect(textOf(screen.getByRole('heading', { level: 1 }))).toBe('نفك الحظر عن Fahd');
    server.recipientRefusal = null;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect([node(0), node(1), node(2)]).toEqual(['done', 'done', 'done']));
    expect(textOf(screen.getByRole('heading', { level: 1 }))).toBe('عاد حساب Fahd');
    expect(storedLastPaidAmount.read()).toBeNull();
  });

  it('[FIN-01] a fine is paid with a saved card and its CVV', async () => {
    await visit(OF_FAHD, newServer({ fine: fineOf(20), cards: [card('4242')] }));
    await seeChosen('4242');
    await pressPay();
    await seeSavedCard('4242');
    await fill('cvv');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createFinePay)).toMatchObject([{ source_id: 'src_4242', quote_id: 'quote-20.seal' }]);
  });

  it('[FIN-04] a fine paid with a new card through PayerMax is ordered by the call createFinePayByPayerMax', async () => {
    const server = newServer({ fine: fineOf(20) });
    server.config = { ...server.config, failingProviders: [13] };
    await visit(OF_FAHD, server);
    await seeChosen(NEW_CARD);
    await pressPay();
    await seeOpened('card 6');
    await fill('card');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createFinePay)).toEqual([]);
    expect(requestsTo(createFinePayByPayerMax)).toMatchObject([{ id: FAHD_ID, pay_type: 24 }]);
  });

  it('[FIN-04] a fine paid with a card saved at PayerMax is ordered by the call createFinePayByPayerMax', async () => {
    const remembered = card('4242', { sourceId: 'pmx_kept' as CardSourceId });
    await visit(OF_FAHD, newServer({ fine: fineOf(20), cards: [remembered] }));
    await seeChosen('4242');
    await pressPay();
    await seeSavedCard('4242');
    await fill('cvv');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createFinePayByPayerMax)).toMatchObject([{ source_id: 'pmx_kept' }]);
  });

  it('after a refused card the fine is still unpaid, and a second attempt with another card pays it', async () => {
    const server = newServer({
      fine: fineOf(20),
      answer: { kind: 'refused', outcome: 'balance' },
      refusal: 'balance',
    });
    await typeCard(server);
    await press(CONFIRM);
    await seeResult('balance');
    expect(screen.queryByTestId('suggestion')).toBeNull();
    server.answer = { kind: 'paid' };
    await userEvent.click(screen.getByTestId('other-card'));
    await fill('card');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createFinePay)).toHaveLength(2);
  });

  it('Back from the card step of a fine leads to the fine, not to the packs', async () => {
    await typeCard(newServer({ fine: fineOf(20) }));
    const [arrow] = (await screen.findAllByRole('button', { name: 'رجوع' })) as [HTMLElement];
    await userEvent.click(arrow);
    await userEvent.click(await screen.findByTestId('back-leave'));
    await screen.findByTestId('fine-amount');
    expect(`${location.pathname}${location.search}`).toBe(OF_FAHD);
  });

  it('a reload of the card step of a fine shows the same fine', async () => {
    const server = newServer({ fine: fineOf(20) });
    await typeCard(server);
    await visit(`${location.pathname}${location.search}`, server);
    expect(textOf(await screen.findByTestId('order-strip'))).toContain('$20.00');
  });
});

describe('a fine whose amount changed', () => {
  const seeChange = async () => {
    const change = textOf(await screen.findByTestId('fine-changed'));
    expect(change).toContain('تغيّرت قيمة الغرامة. راجع القيمة الجديدة قبل الدفع.');
    expect(change).toContain('$20.00');
    expect(change).toContain('$40.00');
    expect(screen.queryByTestId('pay-now')).toBeNull();
  };

  it('[FIN-03] a fine that changed before pay is pressed shows both amounts, and is paid only after the payer agrees', async () => {
    const server = newServer({ fine: fineOf(20) });
    await visit(OF_FAHD, server);
    await seeChosen(NEW_CARD);
    server.fine = fineOf(40);
    await pressPay();
    await seeChange();
    await press(/المتابعة بالقيمة الجديدة/);
    await pressPay();
    await fill('card');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createFinePay)).toMatchObject([{ quote_id: 'quote-40.seal' }]);
  });

  it('[FIN-03] a fine that changed at the card step is refused by the server, and the new amount is shown first', async () => {
    const server = newServer({ fine: fineOf(20) });
    await typeCard(server);
    server.fine = fineOf(40);
    await press(CONFIRM);
    await seeChange();
    expect(location.pathname).toBe('/fines');
    expect(requestsTo(createFinePay)).toHaveLength(1);
  });

  it('[FIN-03] a fine that was paid by another payer meanwhile shows nothing to pay', async () => {
    const server = newServer({ fine: fineOf(20) });
    await typeCard(server);
    server.fine = unpaid({ kind: 'none', until: null });
    await press(CONFIRM);
    await screen.findByTestId('nothing-to-pay');
    expect(location.pathname).toBe('/fines');
  });

  it('[FIN-03] a link to the card step of a fine that this page has not shown yet opens the fine first', async () => {
    await visit(`/pay-step?step=card&fine=${FAHD_ID}`, newServer({ fine: fineOf(20) }));
    await screen.findByTestId('fine-amount');
    expect(location.pathname).toBe('/fines');
    expect(requestsTo(readFine).length).toBeGreaterThan(0);
  });
});
