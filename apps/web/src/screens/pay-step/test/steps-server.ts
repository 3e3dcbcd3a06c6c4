import {
  createCoinPay,
  DEFAULT_SITE_CONFIG,
  deleteSavedCard,
  findRecipient,
  listGemPacks,
  listSavedCards,
  readCardOfOrder,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  readSiteConfig,
  updateSavedCard,
  type OrderInfo,
  type SiteConfig,
} from '@jawhara/contract';
import {
  accountId,
  usdCents,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type DisplayId,
  type OrderId,
  type OrderState,
  type PayAnswer,
  type PayType,
  type RechargeId,
  type Recipient,
  type RefusalOutcome,
  type SavedCard,
} from '@jawhara/domain';
import { vi } from 'vitest';
import { FIELDS } from '../../../checkout/card/test/card-samples.ts';

export const NOURA: Recipient = {
  accountId: accountId(7),
  displayId: '5048213' as DisplayId,
  nickname: 'N',
  iconUrl: null,
};

const DAY_MS = 86_400_000;
const ALL_CARDS: readonly PayType[] = [23, 27, 24];

/** MM/YY, so many days from now. */
export function expiryIn(days: number): CardExpiry {
  const then = new Date(Date.now() + days * DAY_MS);
  const month = String(then.getUTCMonth() + 1).padStart(2, '0');
  return `${month}/${String(then.getUTCFullYear() % 100).padStart(2, '0')}` as CardExpiry;
}

let nth = 0;
export function card(last4: string, more: Partial<SavedCard> = {}): SavedCard {
  nth += 1;
  return {
    sourceId: `src_${last4}` as CardSourceId,
    fingerprint: `print-${last4}` as CardFingerprint,
    scheme: 'visa',
    last4,
    issuerCountry: null,
    expiry: expiryIn(900),
    isExpiredByBank: false,
    isRemembered: true,
    lastUsedAt: new Date(Date.now() - nth * DAY_MS),
    recipientId: NOURA.accountId,
    ownerId: null,
    ...more,
  };
}

const rowOf = (cents: number) => ({
  priceUsdCents: usdCents(cents),
  gems: cents,
  bonusGems: 0,
  rechargeId: `card_${cents}` as RechargeId,
  payTypes: [...ALL_CARDS],
});

/** The server as a page sees it; a test changes what it says. */
export interface StepsServer {
  cards: SavedCard[];
  config: SiteConfig;
  /** What the provider says to the next order. */
  answer: PayAnswer;
  refusal: RefusalOutcome;
  cardOfOrder: SavedCard | null;
  isCardListDown: boolean;
  updateResult: number;
  readonly calls: { readonly path: string; readonly body: Record<string, unknown> }[];
}

export function newServer(more: Partial<StepsServer> = {}): StepsServer {
  return {
    cards: [],
    config: { ...DEFAULT_SITE_CONFIG, ...FIELDS },
    answer: { kind: 'paid' },
    refusal: 'other',
    cardOfOrder: null,
    isCardListDown: false,
    updateResult: 0,
    calls: [],
    ...more,
  };
}

interface Placed {
  readonly orderId: OrderId;
  readonly payType: PayType;
  readonly rechargeId: RechargeId;
  readonly state: OrderState;
}

const stateOf = (answer: PayAnswer): OrderState => {
  if (answer.kind === 'paid') return 'delivered';
  return answer.kind === 'refused' ? 'refused' : 'pending';
};

function infoOf({ orderId, payType, rechargeId, state }: Placed): OrderInfo {
  const cents = Number(rechargeId.replace('card_', ''));
  return {
    orderId,
    purpose: 'gems',
    payType,
    rechargeId,
    priceUsdCents: usdCents(cents),
    gems: cents,
    bonusGems: 0,
    recipient: NOURA,
    createdAt: new Date(),
    challenge: null,
    result: state === 'delivered' ? 0 : state === 'refused' ? 1 : -1,
    state,
    creditedAt: state === 'delivered' ? new Date() : null,
  };
}

export function stubServer(server: StepsServer): void {
  const placed: Placed[] = [];
  const orderIn = (body: Record<string, unknown>): OrderInfo => {
    const found = placed.find(({ orderId }) => orderId === body['order_id']);
    if (found === undefined) throw new Error('no such order');
    return infoOf(found);
  };
  const answerTo = (path: string, body: Record<string, unknown>): unknown => {
    switch (path) {
      case listGemPacks.path:
        return listGemPacks.answer.write({
          rows: [rowOf(499), rowOf(999)],
          recommended: [],
          extraRecommended: null,
          isNewPayer: false,
          isNewAccount: false,
          isNewDevice: false,
          payGroup: '',
        });
      case listSavedCards.path:
        return listSavedCards.answer.write(server.cards.map((one) => ({ kind: 'saved-card', card: one })));
      case readSiteConfig.path:
        return readSiteConfig.answer.write(server.config);
      case findRecipient.path:
        return findRecipient.answer.write(NOURA);
      case createCoinPay.path: {
        const order: Placed = {
          orderId: `018f2f9e-0000-7000-8000-${String(placed.length + 1).padStart(12, '0')}` as OrderId,
          payType: body['pay_type'] as PayType,
          rechargeId: body['recharge_id'] as RechargeId,
          state: stateOf(server.answer),
        };
        placed.push(order);
        return createCoinPay.answer.write({ orderId: order.orderId, answer: server.answer });
      }
      case readOrder.path:
        return readOrder.answer.write(orderIn(body));
      case readOrderStatus.path:
        return readOrderStatus.answer.write({ ...orderIn(body), sourceId: null, triedProviders: null });
      case readOrderFailure.path:
        return readOrderFailure.answer.write({ outcome: server.refusal, code: null });
      case readCardOfOrder.path:
        return readCardOfOrder.answer.write(server.cardOfOrder);
      case updateSavedCard.path:
        if (body['is_remember'] === true && server.cardOfOrder !== null)
          server.cards = [{ ...server.cardOfOrder, isRemembered: true }];
        return {};
      case deleteSavedCard.path:
        server.cards = server.cards.filter(({ fingerprint }) => fingerprint !== body['fingerprint']);
        return {};
      default:
        return {};
    }
  };
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { pathname: path, searchParams } = new URL(url, 'https://jawhara.test');
    const body = init.body
      ? (JSON.parse(init.body as string) as Record<string, unknown>)
      : Object.fromEntries(searchParams);
    server.calls.push({ path, body });
    if (path === listSavedCards.path && server.isCardListDown) return Promise.reject(new TypeError('down'));
    const result = path === updateSavedCard.path ? server.updateResult : 0;
    return Promise.resolve(new Response(JSON.stringify({ result, message: '', data: answerTo(path, body) })));
  });
}
