import { messages as checkout } from '../../words/ar/checkout.po';
import {
  DEFAULT_PAY_TYPE,
  WALLET_SOURCE,
  type CardSourceId,
  type OrderId,
  type PayerProof,
} from '@jawhara/domain';
import { deleteSavedCard, updateSavedCard, type OrderInfo } from '@jawhara/contract';
import {
  storedLastPayCard,
  storedLastPayType,
  storedAgreedFine,
  storedLastOrderId,
  storedLastPurchase,
  storedLastSuccessCard,
  storedLastSuccessPayType,
  storedPendingRequest,
  storedChosenAmount,
  storedLastPaidAmount,
  storedOpenOrderId,
} from '../../browser/storage/purchase.ts';
import type { LastUsed } from './checkout-state.ts';
import { call } from '../../api/call.ts';
import { watchCardOfOrder, readSavedCards, reloadSavedCards } from '../../api/use-saved-cards.ts';
import { reloadFine } from '../../api/use-fine.ts';
import { keepOrder } from '../../api/use-order.ts';
import { reloadSiteConfig } from '../../api/use-site-config.ts';
import { browserFacts } from '../../browser/browser-facts.ts';
import { track } from '../../browser/event-queue.ts';
import { orderLinkParameters, orderIdOf, readUrlParameters, type UrlParameters } from '../../browser/link.ts';
import { goOutside } from '../../browser/page-address.ts';
import { randomUuid } from '../../browser/ids.ts';
import { rememberOrderId } from '../../browser/storage/orders.ts';
import { countPaidRecipient, rememberRecipient } from '../../browser/storage/recipients.ts';
import { waitExactly, waitForTurn } from '../../browser/waits.ts';
import type { PageScope } from '../../page-scope.ts';
import { showToast } from '../../ui/toast.ts';
import { addWords, word } from '../../words/word.ts';
import { funnelMoments } from './funnel-moments.ts';
import { findRepeat, rereadRecentOrders } from './recent-orders.ts';
import { createRepeatConsents } from './repeat-consents.ts';
import { keepSentCard } from './sent-cards.ts';
import type { PurchaseEntry } from './purchase/purchase.ts';
import type { Undecided } from './purchase/purchase-state.ts';
import type { CheckoutDeps } from './run-checkout.ts';

addWords(checkout);

const WALLET = WALLET_SOURCE.sourceId as CardSourceId;

/**
 * The method that this device paid with or chose last. The stored card id may be the wallet's id: then the wallet was
 * used.
 */
export function readLastUsed(): LastUsed {
  const card = storedLastPayCard.read();
  return { card: card === WALLET ? 'wallet' : card, payType: storedLastPayType.read() ?? DEFAULT_PAY_TYPE };
}

function keepLastUsed({ card, payType }: LastUsed): void {
  storedLastPayType.write(payType);
  if (card === null) storedLastPayCard.forget();
  else storedLastPayCard.write(card === 'wallet' ? WALLET : card);
}

const SAID = {
  'expiry-updated': () => showToast(word('dlg.expiry.done')),
  'wallet-gone': () => showToast(word('method.walletOff'), 'info'),
  'cards-awaited': () => showToast(word('method.cardsChecking'), 'info'),
  'cards-unread': () => showToast(word('method.cardsError'), 'info'),
} as const satisfies Record<Parameters<CheckoutDeps['say']>[0], () => void>;

/** The parameter that a bank adds when it redirects the payer back to our page. */
function proofIn({ redirectResult }: UrlParameters): PayerProof | null {
  return redirectResult === null || redirectResult === '' ? null : { redirectResult };
}

function undecided(): Undecided {
  return {
    orderId: storedOpenOrderId.read(),
    pendingRequestId: storedPendingRequest.read()?.requestId ?? null,
  };
}

/**
 * The order that the payment page opens on: the order in the address, otherwise the undecided order of this device, so that no
 * new order is placed before that is decided.
 */
export function purchaseEntry(location: { readonly search: string; readonly hash: string }): PurchaseEntry {
  const parameters = readUrlParameters(location);
  const undecidedOrder = undecided();
  return {
    ...undecidedOrder,
    orderId: orderIdOf(parameters) ?? undecidedOrder.orderId,
    isBackFromBank: parameters.step === 'returned',
    proof: proofIn(parameters),
  };
}

function rememberOrder(orderId: OrderId): void {
  storedLastOrderId.write(orderId);
  rememberOrderId(orderId);
  storedOpenOrderId.write(orderId);
  storedPendingRequest.forget();
}

function closeOrder(orderId: OrderId): void {
  if (storedOpenOrderId.read() === orderId) storedOpenOrderId.forget();
}

/**
 * A paid order stays stored as open until its result has been shown. If the page crashes before that, it opens on this order
 * again, and the payer does not pay twice.
 */
function orderDecided(orderId: OrderId, isPaid: boolean): void {
  if (isPaid) storedAgreedFine.forget();
  else closeOrder(orderId);
}

/** A card that the server does not have any more counts as deleted. */
async function deleteCard(fingerprint: Parameters<CheckoutDeps['deleteCard']>[0]): Promise<boolean> {
  const answer = await call(deleteSavedCard, { fingerprint });
  const isGone = answer.kind === 'ok' || (answer.kind === 'refused' && answer.refusal === 'card-not-found');
  if (isGone) showToast(word('dlg.delete.done'));
  return isGone;
}

/** A link may show another payer's paid order; only gems bought on this device are offered again. */
function keepPurchase(order: OrderInfo, card: CardSourceId | null): void {
  const { orderId, purpose, priceUsdCents: amount, recipient, payType } = order;
  closeOrder(orderId);
  // The amount of a fine says nothing about the payer's next pack.
  if (purpose !== 'gems') return;
  storedLastPaidAmount.write(amount);
  if (storedLastOrderId.read() !== orderId) return;
  storedLastPurchase.write({ amount, recipient, card });
  storedLastSuccessPayType.write(payType);
  if (card !== null) storedLastSuccessCard.write(card);
  countPaidRecipient(recipient.accountId, orderId);
}

/** A fault in analytics must not stop a payment, so it is reported and goes no further. */
function noticed(...transition: Parameters<CheckoutDeps['noticed']>): void {
  try {
    for (const moment of funnelMoments(...transition)) track(moment);
  } catch (fault) {
    globalThis.reportError?.(fault);
  }
}

/** The effects of the checkout, carried out with the storage, the API calls and the navigation of this browser. */
export const checkoutDeps = (page: PageScope): CheckoutDeps => ({
  call,
  newRequestId: randomUuid,
  linkParameters: orderLinkParameters,
  undecided,
  waitForTurn,
  waitExactly,
  rememberRequest: (requestId) => storedPendingRequest.write({ requestId, sentAtMs: Date.now() }),
  forgetRequest: () => storedPendingRequest.forget(),
  rememberOrder(orderId) {
    page.get(createRepeatConsents).notePlaced(orderId);
    rememberOrder(orderId);
  },
  orderDecided(orderId, isPaid) {
    orderDecided(orderId, isPaid);
    if (isPaid) rereadRecentOrders(page);
  },
  keepOrder: (order) => keepOrder(page, order),
  keepSentCard: (orderId, card) => keepSentCard(page, orderId, card),
  readFine: (displayId) => void reloadFine(page, displayId),
  host: () => location.host,
  goTo: goOutside,
  savedCardInput: (sourceId) => ({ card: { sourceId, cvvToken: null }, browser: browserFacts() }),
  deleteCard,
  async updateExpiry(sourceId, expiry) {
    const answer = await call(updateSavedCard, { sourceId, expiry, remember: null });
    if (answer.kind === 'ok') return 'updated';
    return answer.kind === 'refused' && answer.refusal === 'card-not-updated' ? 'refused' : 'lost';
  },
  readCards: () => void reloadSavedCards(page),
  fetchCards: () => readSavedCards(page),
  findRepeat: (goods, now) => findRepeat(page, goods, now),
  repeats: page.get(createRepeatConsents),
  readConfig: () => void reloadSiteConfig(page),
  keepLast: keepLastUsed,
  choosePack: (pack) => storedChosenAmount.write(pack.priceUsdCents),
  chooseOrder(order) {
    rememberRecipient(order.recipient);
    storedChosenAmount.write(order.priceUsdCents);
  },
  keepPurchase,
  watchCard: (orderId, onCard, signal) => watchCardOfOrder(page, orderId, onCard, signal),
  say: (what) => SAID[what](),
  reload: () => location.reload(),
  noticed,
});
