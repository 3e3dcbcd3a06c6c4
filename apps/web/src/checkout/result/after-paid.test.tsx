import {
  CARD_CONSENT_WORDS,
  listSavedCards,
  readCardOfOrder,
  readSignedInAccount,
  updateSavedCard,
  type CardPaidWith,
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
import { beforeEach, describe, expect, it } from 'vitest';
import { savedCard } from '../methods/card/test/card-samples.ts';
import { storedLastPayCard, storedLastPayType, storedLastOrderId } from '../../browser/storage/purchase.ts';
import { AMAL, NOURA } from '../../api/test/accounts.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedConfirmedRecipients } from '../../browser/storage/recipients.ts';
import {
  act,
  cleanup,
  fireEvent,
  pageOfTest,
  plain,
  render,
  screen,
  userEvent,
  waitFor,
} from '../../ui/test/library.ts';
import { answer, requestsTo, LOST, network, refuse } from '../../api/test/network.ts';
import { reloadSavedCards } from '../../api/use-saved-cards.ts';
import { PaidResult } from './paid-result.tsx';
import { currentToast } from '../../ui/test/library.ts';

let nth = 0;
const cardOf = (sourceId: string): SavedCard => ({
  ...savedCard(sourceId, false),
  expiry: '10/30' as CardExpiry,
});

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
    money: null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: 0,
    state: 'paid',
    creditedAt: null,
  };
}

describe('after a payment', () => {
  let order: OrderInfo;
  /** Each test has its own card: leaving without an answer sends a "no", which may arrive during the next test. */
  let CARD: SavedCard;
  let card: SavedCard | null;
  let paidWith: CardPaidWith | null;
  let saved: SavedCard[];
  let updateEnds: Record<string, never> | typeof LOST | ReturnType<typeof refuse>;

  beforeEach(async () => {
    localStorage.clear();
    order = newOrder();
    storedLastOrderId.write(order.orderId);
    CARD = cardOf(`src_abcdefgh${nth}`);
    card = CARD;
    paidWith = null;
    saved = [];
    updateEnds = {};
    network.use(
      answer(readCardOfOrder, () => ({ card, paidWith: paidWith ?? card, refusedWith: null })),
      answer(listSavedCards, () => saved.map((card) => ({ kind: 'saved-card', card }))),
      answer(updateSavedCard, () => updateEnds),
      answer(readSignedInAccount, refuse('not-signed-in')),
    );
  });

  let readsBefore = 0;
  const show = () => {
    readsBefore = requestsTo(listSavedCards).length;
    return render(
      <PaidResult
        orderId={order.orderId}
        order={order}
        creditedAt={null}
        actions={{
          onRetry: () => undefined,
          onOtherCard: () => undefined,
          onWallet: () => undefined,
          onRetryWith: () => undefined,
          onRefresh: () => undefined,
          onClose: () => undefined,
        }}
      />,
    );
  };
  const YES = 'نعم، نتذكّرها';
  const NO = 'لا، شكرًا';
  const button = (name: string) => screen.findByRole('button', { name, busy: false });
  const press = async (name: string) => userEvent.click(await button(name));
  const question = () => screen.queryByRole('region', { name: 'نتذكّر هذه البطاقة؟' });
  const answered = () => requestsTo(updateSavedCard).filter((sent) => sent['source_id'] === card?.sourceId);
  const paidWithText = () => screen.getByTestId('paid-with').textContent;
  /** The cards are read once more when the card of the order is known. After this a question, if any, is shown. */
  const cardsRead = async () => {
    await waitFor(() => expect(requestsTo(listSavedCards).length).toBeGreaterThanOrEqual(readsBefore + 2));
    await act(() => reloadSavedCards(pageOfTest()));
  };

  it('[ORD-05] after a payment account and saved cards are read again, while the receipt is already shown', async () => {
    const remembered = { sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() };
    storedLogin.write(remembered);
    network.use(answer(readSignedInAccount, AMAL));
    show();
    expect(screen.getByTestId('receipt')).toBeDefined();
    await waitFor(() => expect(storedLogin.read()).toEqual({ ...remembered, account: AMAL }));
    await waitFor(() => expect(requestsTo(listSavedCards).length).toBeGreaterThan(readsBefore));
  });

  it('[CRD-05] the receipt names the card once it is known, and says “bank card” until then', async () => {
    card = null;
    show();
    await waitFor(() => expect(requestsTo(readCardOfOrder)).not.toHaveLength(0));
    expect(paidWithText()).toBe('بطاقة بنكية');
    cleanup();
    card = CARD;
    show();
    await waitFor(() => expect(paidWithText()).toBe('Visa •••• 4242'));
  });

  it('[CRD-10] the receipt names a card that is not saved, and the payer is not asked to remember it', async () => {
    card = null;
    paidWith = { scheme: 'mastercard', last4: '6378' };
    show();
    await waitFor(() => expect(paidWithText()).toBe('Mastercard •••• 6378'));
    await act(() => reloadSavedCards(pageOfTest()));
    expect(question()).toBeNull();
  });

  it('[CRD-06] a card that the payer agrees to remember is confirmed, and becomes the last used card', async () => {
    show();
    await press(YES);
    expect(plain((await screen.findByTestId('remember-saved')).textContent)).toBe(
      'سنتذكّر البطاقة Visa •••• 4242.',
    );
    expect(answered()).toMatchObject([{ source_id: CARD.sourceId, is_remember: true }]);
    expect(storedLastPayCard.read()).toBe(CARD.sourceId);
    expect(storedLastPayType.read()).toBe(CHECKOUT_COM_CARD);
    expect(question()).toBeNull();
  });

  it('[CRD-06] [CRD-10] the question about remembering the card is in the page, between receipt and buttons', async () => {
    show();
    await button(YES);
    expect(screen.queryByRole('dialog')).toBeNull();
    const places = [
      screen.getByTestId('receipt'),
      question() as HTMLElement,
      screen.getByRole('button', { name: /^كرّر الشحن/ }),
    ];
    for (const [nth, place] of places.entries()) {
      const next = places[nth + 1];
      if (next) expect(place.compareDocumentPosition(next)).toBe(globalThis.Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  it.each([
    ['asks for the CVV', 'src_abcdefgh', 'remember-ar-1'],
    ['asks for no CVV', 'pmx_abcdefgh', 'remember-without-cvv-ar-1'],
  ] as const)(
    '[CRD-06] [CRD-10] the consent text shown equals the stored one, and its id is sent: the provider %s',
    async (_title, sourceId, text) => {
      card = cardOf(sourceId);
      show();
      await button(YES);
      const sentences = [...(question()?.querySelectorAll('h2, p') ?? [])].map((one) =>
        plain(one.textContent),
      );
      expect(`${sentences.join(' ')} [${YES}] [${NO}]`).toBe(
        CARD_CONSENT_WORDS[text].replace('{card}', 'Visa •••• 4242'),
      );
      expect(await button(NO)).toBeDefined();
      await press(YES);
      await waitFor(() => expect(answered()).toMatchObject([{ is_remember: true, consent_text: text }]));
    },
  );

  it.each(['pressed', 'left'])(
    '[CRD-06] [CRD-10] declining to remember the card (%s) is sent to the server as no, and the question is not shown again',
    async (how) => {
      show();
      await button(NO);
      if (how === 'pressed') {
        await press(NO);
        expect(question()).toBeNull();
      } else {
        cleanup();
      }
      await waitFor(() =>
        expect(answered()).toMatchObject([{ source_id: CARD.sourceId, is_remember: false }]),
      );
      expect(answered()[0]).not.toHaveProperty('consent_text');
      expect(storedLastPayCard.read()).toBeNull();
      cleanup();
      show();
      await cardsRead();
      expect(question()).toBeNull(); // the question is shown once, also when the page is opened again
      expect(answered()).toHaveLength(1);
    },
  );

  it('[CRD-10] a payer who agreed to remember the card may leave before the server answers', async () => {
    show();
    await press(YES);
    cleanup(); // before the answer is there
    await waitFor(() => expect(storedLastPayCard.read()).toBe(CARD.sourceId));
    expect(answered()).toMatchObject([{ is_remember: true }]);
  });

  it('[CRD-10] pressing yes twice and then no on the question about remembering the card sends one answer', async () => {
    show();
    const [yes, no] = [await button(YES), await button(NO)];
    for (const pressed of [yes, yes, no]) fireEvent.click(pressed);
    await screen.findByTestId('remember-saved');
    expect(answered()).toMatchObject([{ is_remember: true }]);
  });

  it('[CRD-10] agreeing to remember a card too late shows the server’s refusal, and the card is not remembered', async () => {
    updateEnds = refuse('card-question-closed', { message: 'the card is gone' });
    show();
    await press(YES);
    await waitFor(() => expect(question()).toBeNull());
    expect(currentToast()?.text).toBe('the card is gone');
    expect(storedLastPayCard.read()).toBeNull();
  });

  it('[CRD-06] the payer is not asked about a card that is remembered already, also when it was typed anew', async () => {
    card = { ...CARD, isRemembered: true };
    show();
    await waitFor(() => expect(paidWithText()).toBe('Visa •••• 4242'));
    await cardsRead();
    expect(question()).toBeNull();
    cleanup();
    card = CARD;
    saved = [{ ...CARD, sourceId: 'src_saved-long-ago' as CardSourceId, isRemembered: true }];
    show();
    await waitFor(() => expect(paidWithText()).toBe('Visa •••• 4242'));
    await cardsRead();
    expect(question()).toBeNull();
  });

  it('an older order opened again does not ask to remember its card', async () => {
    storedLastOrderId.write('018f2f9e-ffff-7000-8000-000000000001' as OrderId);
    show();
    await waitFor(() => expect(paidWithText()).toBe('Visa •••• 4242'));
    await cardsRead();
    expect(question()).toBeNull();
  });

  it('an agreement to remember a card that does not reach the server stores nothing, and can be sent again', async () => {
    updateEnds = LOST;
    show();
    await press(YES);
    await button(YES); // no longer busy
    expect(answered()).toHaveLength(1);
    expect(storedLastPayCard.read()).toBeNull();
    expect(storedLastPayType.read()).toBeNull();
    updateEnds = {};
    await press(YES);
    await waitFor(() => expect(storedLastPayCard.read()).toBe(CARD.sourceId));
  });

  it('the recipient of a paid order counts as confirmed', () => {
    show();
    expect(storedConfirmedRecipients.read()).toEqual([order.recipient.accountId]);
  });
});
