import {
  createCoinPay,
  createFinePay,
  createFinePayByPayerMax,
  DEFAULT_SITE_CONFIG,
  deleteSavedCard,
  findRecipient,
  listGemPacks,
  listSavedCards,
  readCardOfOrder,
  readFine,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  readSiteConfig,
  updateSavedCard,
  type FineInfo,
  type OrderInfo,
  type PayFine,
  type CardPaidWith,
  type RechargeList,
  type RefusalKind,
  type SiteConfig,
} from '@jawhara/contract';
import {
  accountId,
  isWallet,
  usdCents,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type DisplayId,
  type OrderId,
  type PayerOrderState,
  type PayAnswer,
  type PaySource,
  type PayType,
  type RechargeId,
  type Recipient,
  type RefusalOutcome,
  type SavedCard,
} from '@jawhara/domain';
import type { HttpHandler } from 'msw/http';
import { answer, LOST, refuse } from '../../../api/test/network.ts';
import { FIELDS } from '../../../checkout/methods/card/test/card-samples.ts';
import { stateOf, walletAnswers, type WalletServer } from './wallet-answers.ts';

export const NOURA: Recipient = {
  accountId: accountId(7),
  displayId: '5048213' as DisplayId,
  nickname: 'N',
  iconUrl: null,
};

const DAY_MS = 86_400_000;
const ALL_METHODS: readonly PayType[] = [23, 27, 24, 25, 26, 28, 31];

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
  payTypes: [...ALL_METHODS],
});

const PACKS: RechargeList = {
  rows: [rowOf(499), rowOf(999)],
  recommended: [],
  extraRecommended: null,
  isNewPayer: false,
  isNewAccount: false,
  isNewDevice: false,
  payGroup: '',
};

/** The server as a page sees it; a test changes its answers. */
export interface StepsServer extends WalletServer {
  cards: SavedCard[];
  config: SiteConfig;
  /** The provider's answer to the next order. */
  answer: PayAnswer;
  refusal: RefusalOutcome;
  /** The provider's own code for the refusal. */
  refusalCode: string | null;
  cardOfOrder: SavedCard | null;
  /** The card on a receipt, where the card is not saved. */
  paidWith: CardPaidWith | null;
  /** The typed card that was refused, as its provider reported it. */
  refusedWith: CardPaidWith | null;
  isCardListDown: boolean;
  /** The time of the last wallet payment in the list of saved cards. */
  walletUsedAt: Date | null;
  /** The answers about packs and cards wait for these promises. */
  packsWaitFor: Promise<unknown>;
  cardsWaitFor: Promise<unknown>;
  /** Why the recipient cannot be paid for. */
  recipientRefusal: RefusalKind | null;
  update: Record<string, never> | typeof LOST | ReturnType<typeof refuse>;
  /** The server's refusal of the next order, before any payment is attempted. */
  refuses: RefusalKind | null;
  /** The only banned account, with its current fine. */
  fine: FineInfo | null;
}

export function newServer(more: Partial<StepsServer> = {}): StepsServer {
  return {
    cards: [],
    config: {
      ...DEFAULT_SITE_CONFIG,
      ...FIELDS,
      walletSheet: { ...DEFAULT_SITE_CONFIG.walletSheet, totalLabel: 'JAWHARA' },
    },
    answer: { kind: 'paid' },
    ends: null,
    refusal: 'other',
    refusalCode: null,
    cardOfOrder: null,
    paidWith: null,
    refusedWith: null,
    isCardListDown: false,
    walletUsedAt: null,
    packsWaitFor: Promise.resolve(),
    cardsWaitFor: Promise.resolve(),
    recipientRefusal: null,
    update: {},
    refuses: null,
    domain: { isPayable: true, domain: location.host, payType: 26 },
    sessionsLost: 0,
    recentOrder: null,
    walletPaid: { kind: 'paid' },
    fine: null,
    ...more,
  };
}

interface Placed {
  readonly orderId: OrderId;
  readonly payType: PayType;
  readonly bought: { readonly rechargeId: RechargeId } | { readonly fine: FineInfo };
  state: PayerOrderState;
}

const UNPAID: readonly PayerOrderState[] = ['refused', 'cancelled', 'expired'];

function boughtIn({ bought }: Placed) {
  if ('fine' in bought) {
    const { account, quote } = bought.fine;
    const priceUsdCents = quote?.amountUsdCents ?? usdCents(0);
    return { purpose: 'fine', rechargeId: null, priceUsdCents, gems: 0, recipient: account } as const;
  }
  const { rechargeId } = bought;
  const cents = Number(rechargeId.replace('card_', ''));
  return {
    purpose: 'gems',
    rechargeId,
    priceUsdCents: usdCents(cents),
    gems: cents,
    recipient: NOURA,
  } as const;
}

function infoOf(placed: Placed): OrderInfo {
  const { orderId, payType, state } = placed;
  return {
    orderId,
    payType,
    ...boughtIn(placed),
    bonusGems: 0,
    createdAt: new Date(),
    challenge: null,
    money: state === 'refused' ? 'none' : null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: state === 'delivered' ? 0 : UNPAID.includes(state) ? 1 : -1,
    state,
    creditedAt: state === 'delivered' ? new Date() : null,
  };
}

let visited: StepsServer | null = null;
/** Sends no more answers to a page that was left: the page would store them, and the next visit would read them. */
export function endVisit(): void {
  visited = null;
}
const whileVisited = (server: StepsServer): Promise<void> =>
  visited === server ? Promise.resolve() : new Promise(() => undefined);

export function answersOf(server: StepsServer): HttpHandler[] {
  visited = server;
  const placed: Placed[] = [];
  const find = (wanted: OrderId): OrderInfo | null => {
    const found = placed.find(({ orderId }) => orderId === wanted);
    return found === undefined ? null : infoOf(found);
  };
  const changeTo = (wanted: OrderId, state: PayerOrderState): void => {
    for (const one of placed) if (one.orderId === wanted) one.state = state;
  };
  const place = (payType: PayType, bought: Placed['bought']) => {
    if (server.refuses !== null) return refuse(server.refuses, { message: 'closed' });
    const orderId = `018f2f9e-0000-7000-8000-${String(placed.length + 1).padStart(12, '0')}` as OrderId;
    if (isWallet(payType)) {
      placed.push({ orderId, payType, bought, state: 'created' });
      return { orderId, answer: { kind: 'pending' } as const };
    }
    placed.push({ orderId, payType, bought, state: server.ends ?? stateOf(server.answer) });
    return { orderId, answer: server.answer };
  };
  const payFine = ({ payType, shown }: PayFine) => {
    if (server.fine === null) return refuse('fine-none');
    const isShown = 'quoteId' in shown && shown.quoteId === server.fine.quote?.id;
    return isShown ? place(payType, { fine: server.fine }) : refuse('fine-changed');
  };
  return [
    ...walletAnswers(server, changeTo),
    answer(readFine, () => server.fine ?? refuse('not-found')),
    answer(createFinePay, payFine),
    answer(createFinePayByPayerMax, payFine),
    answer(listGemPacks, async (_request, headers) => {
      await server.packsWaitFor;
      // The largest pack is for signed-in visitors.
      return headers.has('x-session-key') ? { ...PACKS, rows: [...PACKS.rows, rowOf(9_999)] } : PACKS;
    }),
    answer(listSavedCards, async () => {
      await server.cardsWaitFor;
      await whileVisited(server);
      if (server.isCardListDown) return LOST;
      const { cards, walletUsedAt: lastUsedAt } = server;
      const wallet: PaySource[] = lastUsedAt === null ? [] : [{ kind: 'wallet', lastUsedAt }];
      return [...wallet, ...cards.map((one): PaySource => ({ kind: 'saved-card', card: one }))];
    }),
    answer(readSiteConfig, () => server.config),
    answer(findRecipient, () =>
      server.recipientRefusal === null ? NOURA : refuse(server.recipientRefusal, { data: {} }),
    ),
    answer(createCoinPay, ({ payType, rechargeId }) => place(payType, { rechargeId })),
    answer(readOrder, ({ orderId }) => find(orderId) ?? refuse('order-not-found')),
    answer(readOrderStatus, ({ orderId }) => {
      const order = find(orderId);
      return order === null ? refuse('order-not-found') : { ...order, sourceId: null, triedProviders: null };
    }),
    answer(readOrderFailure, () => ({ outcome: server.refusal, code: server.refusalCode, reason: null })),
    answer(readCardOfOrder, () => ({
      card: server.cardOfOrder,
      paidWith: server.paidWith ?? server.cardOfOrder,
      refusedWith: server.refusedWith,
    })),
    answer(updateSavedCard, ({ remember }) => {
      if (remember !== null && remember !== 'no' && server.cardOfOrder !== null)
        server.cards = [{ ...server.cardOfOrder, isRemembered: true }];
      return server.update;
    }),
    answer(deleteSavedCard, ({ fingerprint }) => {
      server.cards = server.cards.filter((one) => one.fingerprint !== fingerprint);
      return {};
    }),
  ];
}
