import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import '../../words/load-result.ts';
import {
  listSavedCards,
  readCardOfOrder,
  readSignedInAccount,
  updateSavedCard,
  type OrderInfo,
} from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type CardExpiry,
  type CardSourceId,
  type DisplayId,
  type OrderId,
  type RechargeId,
  type SavedCard,
} from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedCard } from '../card/test/card-samples.ts';
import { storedLastPayCard, storedLastPayType } from '../../host/stored-pay-method.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { storedConfirmedRecipients } from '../../host/stored-recipients.ts';
import { testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import { reloadSavedCards } from '../../api/use-saved-cards.ts';
import { PaidResult } from './paid-result.tsx';

let nth = 0;
const CARD: SavedCard = { ...savedCard('src_abcdefgh', false), expiry: '10/30' as CardExpiry };

function newOrder(): OrderInfo {
  nth += 1;
  return {
    orderId: `018f2f9e-0000-7000-8000-${String(nth).padStart(12, '0')}` as OrderId,
    purpose: 'gems',
    payType: CHECKOUT_COM_CARD,
    rechargeId: 'card_999' as RechargeId,
    priceUsdCents: usdCents(999),
    gems: 1_060,
    bonusGems: 60,
    recipient: { accountId: accountId(77), displayId: '5048213' as DisplayId, nickname: 'N', iconUrl: null },
    createdAt: new Date(),
    challenge: null,
    result: 0,
    state: 'paid',
    creditedAt: null,
  };
}

describe('after a payment', () => {
  let screen: TestScreen;
  let order: OrderInfo;
  let paidWith: SavedCard | null;
  let saved: SavedCard[];
  let isUpdateRefused: boolean;
  let calls: { path: string; body: unknown }[];

  function answerTo(path: string): unknown {
    switch (path) {
      case readCardOfOrder.path:
        return readCardOfOrder.answer.write(paidWith);
      case listSavedCards.path:
        return listSavedCards.answer.write(saved.map((card) => ({ kind: 'saved-card', card })));
      default:
        return {};
    }
  }

  beforeEach(async () => {
    localStorage.clear();
    order = newOrder();
    storedLastOrderId.write(order.orderId);
    paidWith = CARD;
    saved = [];
    isUpdateRefused = false;
    calls = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const { pathname: path, searchParams } = new URL(url, 'https://jawhara.test');
      const body: unknown = init.body ? JSON.parse(init.body as string) : Object.fromEntries(searchParams);
      calls.push({ path, body });
      unanswered += 1;
      setTimeout(() => {
        unanswered -= 1;
      });
      if (path === updateSavedCard.path && isUpdateRefused) return Promise.reject(new TypeError('offline'));
      return Promise.resolve(new Response(JSON.stringify({ result: 0, message: '', data: answerTo(path) })));
    });
    screen = testScreen();
    await reloadSavedCards(); // the cache of answers outlives a test
    calls = [];
  });
  afterEach(() => {
    screen.remove();
    vi.unstubAllGlobals();
  });

  const find = (testId: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${testId}]`);
  const asked = (path: string) => calls.filter((call) => call.path === path);
  let unanswered = 0;
  /** Until nobody has been asked anything for a moment. */
  const settle = () =>
    act(async () => {
      for (let quietMs = 0; quietMs < 30; quietMs = unanswered > 0 ? 0 : quietMs + 10) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
  async function show(): Promise<void> {
    screen.render(
      <PaidResult
        orderId={order.orderId}
        order={order}
        creditedAt={null}
        actions={{
          onRetry: () => undefined,
          onOtherCard: () => undefined,
          onRetryWith: () => undefined,
          onRefresh: () => undefined,
          onClose: () => undefined,
        }}
      />,
    );
    await settle();
  }
  async function press(testId: string): Promise<void> {
    act(() => find(testId)?.click());
    await settle();
  }

  it('[ORD-05] the session is refreshed and the saved cards are read again, and the panel waits for neither', async () => {
    screen.render(null);
    const showing = show();
    expect(find('receipt')).not.toBeNull();
    await showing;
    expect(asked(readSignedInAccount.path)).not.toHaveLength(0);
    expect(asked(listSavedCards.path)).not.toHaveLength(0);
  });

  it('[CRD-05] the receipt names the card once it is known, and a card in general until then', async () => {
    paidWith = null;
    await show();
    expect(find('paid-with')?.textContent).toBe('بطاقة بنكية');
    screen.render(null);
    paidWith = CARD;
    await show();
    expect(find('paid-with')?.textContent).toBe('Visa •••• 4242');
  });

  it('[CRD-06] the payer is asked about the card; yes is saved, and it is the one to begin with next time', async () => {
    await show();
    expect(find('remember-yes')).not.toBeNull();
    await press('remember-yes');
    expect(asked(updateSavedCard.path)).toEqual([
      expect.objectContaining({
        body: expect.objectContaining({ source_id: CARD.sourceId, is_remember: true }) as unknown,
      }),
    ]);
    expect(storedLastPayCard.read()).toBe(CARD.sourceId);
    expect(storedLastPayType.read()).toBe(CHECKOUT_COM_CARD);
    expect(find('remember-yes')).toBeNull();
  });

  it.each([
    ['asks for the CVV', 'src_abcdefgh', 'CVV'],
    ['asks for nothing', 'pmx_abcdefgh', 'دون كتابة بياناتها'],
  ])('[CRD-06] the promise is the one that its provider keeps: it %s', async (_title, sourceId, promise) => {
    paidWith = { ...CARD, sourceId: sourceId as CardSourceId };
    await show();
    expect(screen.element.querySelector('dialog')?.textContent).toContain(promise);
  });

  it.each(['remember-no', 'sheet-close'])(
    '[CRD-06] no is saved too (%s), and nothing is remembered',
    async (how) => {
      await show();
      if (how === 'sheet-close') {
        act(() => screen.element.querySelector<HTMLElement>('.sheet-close')?.click());
        await settle();
      } else await press(how);
      expect(asked(updateSavedCard.path)).toEqual([
        expect.objectContaining({ body: expect.objectContaining({ is_remember: false }) as unknown }),
      ]);
      expect(storedLastPayCard.read()).toBeNull();
      screen.render(null);
      await show();
      expect(find('remember-yes')).toBeNull(); // asked once, also when the page is opened again
    },
  );

  it('[CRD-06] a card that is remembered already is not asked about, also when it was typed anew', async () => {
    paidWith = { ...CARD, isRemembered: true };
    await show();
    expect(find('paid-with')?.textContent).toBe('Visa •••• 4242');
    expect(find('remember-yes')).toBeNull();
    screen.render(null);
    paidWith = CARD;
    saved = [{ ...CARD, sourceId: 'src_saved-long-ago' as CardSourceId, isRemembered: true }];
    await show();
    expect(find('paid-with')?.textContent).toBe('Visa •••• 4242');
    expect(find('remember-yes')).toBeNull();
  });

  it('an older order opened again asks nothing', async () => {
    storedLastOrderId.write('018f2f9e-ffff-7000-8000-000000000001' as OrderId);
    await show();
    expect(find('paid-with')?.textContent).toBe('Visa •••• 4242');
    expect(find('remember-yes')).toBeNull();
  });

  it('a yes that did not reach the server changes nothing on the device', async () => {
    isUpdateRefused = true;
    await show();
    await press('remember-yes');
    expect(storedLastPayCard.read()).toBeNull();
    expect(storedLastPayType.read()).toBeNull();
  });

  it('whoever was paid for needs no confirming any more', async () => {
    await show();
    expect(storedConfirmedRecipients.read()).toEqual([order.recipient.accountId]);
  });
});
