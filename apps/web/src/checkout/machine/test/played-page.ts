import type { CardSourceId, OrderId, SeenCard } from '@jawhara/domain';
import type { Call } from '../../../api/create-call.ts';
import type { ScheduledLine } from '../../../api/test/scheduled-line.ts';
import type { OpenSheet } from '../purchase/purchase-effects.ts';
import type { PaymentInput, Undecided } from '../purchase/purchase-state.ts';
import { runCheckout, type CheckoutDeps, type RunningCheckout } from '../run-checkout.ts';
import type { SheetEvents } from '../wallet-sheet.ts';
import type { CheckoutEvent, CheckoutState, Offer } from '../checkout-state.ts';
import { gemsPurchase, NO_FACTS } from '../guard-state.ts';
import { isOnStep, stepOf } from '../step-stack.ts';
import { createRepeatConsents } from '../repeat-consents.ts';
import { PLAIN_PAGE, type GuardPage, type RunningGuards } from '../guard-page.ts';
import { runGuards } from '../use-guards.ts';
import {
  BLANK,
  CARDS,
  cardsRead,
  confirm,
  ENTRY,
  OFFER,
  pack,
  RECIPIENT,
  WITHOUT_WALLET,
} from './checkout-samples.ts';
import type { PlayedShop } from './played-shop.ts';

/** The storage that all pages of one device share. */
export interface PlayedStorage extends Undecided {
  orderId: OrderId | null;
  pendingRequestId: string | null;
  lastOrderId: OrderId | null;
}

/** Counts of a page's requests, for the rules to check. */
export interface PageCounts {
  /** Presses that may begin a payment. */
  presses: number;
  /** Cards that were requested since the last of these presses. */
  cardsSincePress: number;
  /** New dates that are on their way to the provider. */
  updatesUnderWay: number;
  /** Under which request ids each card was sent. */
  readonly requestsOfCard: Map<string, Set<string>>;
  /** How often each further card of an order was sent. */
  readonly sendingsOfFurtherCard: Map<string, number>;
}

interface WalletSheet {
  readonly sheetEvents: SheetEvents;
  readonly sheet: OpenSheet;
  isOpen: boolean;
  isValidated: boolean;
}

export interface PlayedPage {
  readonly running: RunningCheckout;
  readonly counts: PageCounts;
  readonly sheet: () => WalletSheet | null;
  /** The guards of the page of packs; null while another page is shown. */
  readonly guards: () => RunningGuards | null;
  /** Presses pay on the page of packs. */
  readonly pay: () => void;
  /** From now on the recipient is one that the payer has not confirmed yet. */
  readonly meetNewFace: () => void;
  /** Closes the page: it sends nothing and receives nothing any more. */
  readonly die: () => void;
}

export interface PageSetup {
  readonly line: ScheduledLine;
  readonly shop: PlayedShop;
  readonly storage: PlayedStorage;
  readonly hasWallet: boolean;
  /** The card is known from the last visit, and the list comes late. */
  readonly isCardSeen: boolean;
  /** Selects the result of the fields and the wallet when a card is requested: 0 gives a card, every other number gives none. */
  readonly chooseField: () => number;
  readonly newId: (what: string) => string;
  readonly onStep: (before: CheckoutState, event: CheckoutEvent, next: CheckoutState) => void;
}

const WALLET_PACK = pack(999, 23, 24, 26);
const WITH_WALLET: Offer = { ...OFFER, pack: WALLET_PACK, packs: [WALLET_PACK], wallet: 26 };

const READ = cardsRead(CARDS.valid13, CARDS.expired13);
const SOURCES = READ.type === 'cards-read' ? READ.sources : [];
const { sourceId: VALID, scheme, last4 } = CARDS.valid13;
const SEEN: readonly SeenCard[] = [{ sourceId: VALID, scheme, last4 }];

const NEVER: Promise<never> = new Promise(() => undefined);

function cardId(paymentInput: PaymentInput): string | null {
  if ('walletSheet' in paymentInput.card) return null;
  return JSON.stringify(paymentInput.card);
}

/** The list comes after several other answers, so that the payer can press before it. */
async function readLate(line: ScheduledLine): Promise<void> {
  for (const what of ['sent', 'on their way', 'read']) await line.wait(`the cards are ${what}`);
}

function isHomeShown(state: CheckoutState): boolean {
  return isOnStep(state) && stepOf(state.checkout).at === 'home';
}

/**
 * The page of packs with its guards. The guards end when another page is shown. A wallet's sheet is shown over this page, which
 * stays open.
 */
function pageOfPacks(running: RunningCheckout, offer: Offer, hasOrdered: () => boolean) {
  let isNewFace = false;
  let guards: RunningGuards | null = null;
  const page = (): GuardPage => ({
    ...PLAIN_PAGE,
    facts: {
      ...NO_FACTS,
      recipient: RECIPIENT,
      isNewFace,
      pack: offer.pack,
      purchase: gemsPurchase(offer.pack, RECIPIENT),
      hasOrdered: hasOrdered(),
    },
    machine: running,
    findRepeat: running.findRepeat,
    explain: () => undefined,
  });
  running.subscribe(() => {
    const state = running.getState();
    if (isHomeShown(state) || (state.at === 'purchasing' && stepOf(state.checkout).at === 'home')) return;
    guards?.setIsHere(false);
    guards = null;
  });
  return {
    shown: () => guards,
    pay(): void {
      if (!isHomeShown(running.getState())) return;
      guards ??= runGuards(page());
      guards.setPage(page());
      guards.press('pay', () => void running.dispatch(confirm(BLANK)));
    },
    meetNewFace(): void {
      isNewFace = true;
      guards?.setPage(page());
    },
  };
}

/** A page with the real runner; the scheduler controls its calls, waits, fields and wallet. */
export function playedPage(setup: PageSetup): PlayedPage {
  const { line, shop, storage, chooseField, newId } = setup;
  let isDead = false;
  let open: WalletSheet | null = null;
  const counts: PageCounts = {
    presses: 0,
    cardsSincePress: 0,
    updatesUnderWay: 0,
    requestsOfCard: new Map(),
    sendingsOfFurtherCard: new Map(),
  };

  const noteSending = (name: string, request: object, requestId: string): void => {
    if (!('card' in request)) return;
    const card = cardId(request as PaymentInput);
    if (card === null) return;
    if (name === 'createCoinPay') {
      const requests = counts.requestsOfCard.get(card) ?? new Set();
      counts.requestsOfCard.set(card, requests.add(requestId));
    } else counts.sendingsOfFurtherCard.set(card, (counts.sendingsOfFurtherCard.get(card) ?? 0) + 1);
  };

  const call: Call = (endpoint, request, options) => {
    if (isDead) return NEVER;
    const { name } = endpoint;
    const requestId = options?.requestId ?? '';
    if (options?.signal?.aborted !== true) noteSending(name, request as object, requestId);
    return line.send(name, () => shop.serve(name, request, requestId) as never, options);
  };

  /** The fields give a card once; the next request gets another token. */
  const fieldsOf =
    (name: string, give: (token: string) => PaymentInput) => async (): Promise<PaymentInput | null> => {
      if (name !== 'other card') counts.cardsSincePress += 1;
      await line.wait(`${name} is read`);
      return chooseField() === 0 ? give(newId('token')) : null;
    };

  const openWallet = (_price: unknown, sheetEvents: SheetEvents): OpenSheet | null => {
    counts.cardsSincePress += 1;
    if (chooseField() > 1) return null;
    const close = (): void => void (opened.isOpen = false);
    const sheet: OpenSheet = {
      completeValidation: () => (opened.isValidated = opened.isOpen),
      complete: close,
      close,
    };
    const opened: WalletSheet = { sheetEvents, sheet, isOpen: true, isValidated: false };
    open = opened;
    void line.wait('the sheet asks for its merchant').then(() => opened.isOpen && sheetEvents.onMerchant());
    return sheet;
  };

  const closeOrder = (orderId: OrderId): void => {
    if (storage.orderId === orderId) storage.orderId = null;
  };
  /** A closed page writes nothing. */
  const alive = <Args extends unknown[]>(run: (...args: Args) => void) => {
    return (...args: Args): void => void (isDead || run(...args));
  };
  const nothing = (): void => undefined;
  const repeats = createRepeatConsents();

  const deps: CheckoutDeps = {
    call,
    keepSentCard: nothing,
    newRequestId: () => newId('request'),
    undecided: () => ({ orderId: storage.orderId, pendingRequestId: storage.pendingRequestId }),
    waitForTurn: (ms, signal) => (isDead ? NEVER : line.waitOnline(`${ms} ms are over`, signal)),
    waitExactly: (ms, signal) => (isDead ? NEVER : line.wait(`${ms} ms are over`, signal)),
    rememberRequest: alive((requestId) => void (storage.pendingRequestId = requestId)),
    forgetRequest: alive(() => void (storage.pendingRequestId = null)),
    rememberOrder: alive((orderId) => {
      Object.assign(storage, { orderId, lastOrderId: orderId, pendingRequestId: null });
    }),
    orderDecided: alive((orderId, isPaid) => void (isPaid || closeOrder(orderId))),
    keepPurchase: alive(({ orderId }) => closeOrder(orderId)),
    savedCardInput: (sourceId) => ({ card: { sourceId, cvvToken: null } }),
    async updateExpiry() {
      counts.updatesUnderWay += 1;
      await line.wait('the date is updated');
      counts.updatesUnderWay -= 1;
      return (['updated', 'refused', 'lost'] as const)[chooseField() % 3] ?? 'updated';
    },
    async deleteCard() {
      await line.wait('the card is deleted');
      return chooseField() === 0;
    },
    keepOrder: nothing,
    readFine: nothing,
    host: () => 'shop.example',
    goTo: nothing,
    readCards: nothing,
    async fetchCards() {
      await line.wait('the cards are fetched');
      return chooseField() === 0 ? SOURCES : null;
    },
    repeats,
    findRepeat(goods) {
      const last = shop.orders.find(({ orderId }) => orderId === storage.lastOrderId);
      if (last?.state !== 'paid' && last?.state !== 'delivered') return null;
      const isConfirmed = (repeats.find(goods) ?? '') >= last.orderId;
      return isConfirmed ? null : shop.questionOf(last);
    },
    readConfig: nothing,
    keepLast: nothing,
    choosePack: nothing,
    chooseOrder: nothing,
    watchCard: nothing,
    say: nothing,
    reload: nothing,
    noticed: (...step) => void (isDead || setup.onStep(...step)),
  };
  const offer = setup.hasWallet ? WITH_WALLET : WITHOUT_WALLET;
  const running = runCheckout({ ...ENTRY, offer, seen: setup.isCardSeen ? SEEN : [] }, deps);
  running.fields.setNewCard(fieldsOf('new card', (token) => ({ card: { token } })));
  running.fields.setOtherProvider(fieldsOf('other card', (token) => ({ card: { token } })));
  const sourceId = 'src_valid' as CardSourceId;
  running.fields.setCvv(fieldsOf('cvv', (cvvToken) => ({ card: { sourceId, cvvToken } })));
  running.fields.setWallet(openWallet);
  if (!setup.isCardSeen) running.dispatch(READ);
  else void readLate(line).then(() => void (isDead || running.dispatch(READ)));
  const { shown, pay, meetNewFace } = pageOfPacks(running, offer, () => storage.lastOrderId !== null);
  // The screen reads the order that it shows, and passes it to the machine.
  const read = new Set<OrderId>();
  running.subscribe(() => {
    const state = running.getState();
    if (state.at !== 'purchasing' && state.at !== 'ended') return;
    if (state.order !== null || !('orderId' in state.purchase)) return;
    const { orderId } = state.purchase;
    if (read.has(orderId)) return;
    read.add(orderId);
    void line.wait('the screen has read the order').then(() => {
      read.delete(orderId);
      if (!isDead) running.dispatch({ type: 'order-known', order: shop.infoOf(shop.find(orderId)) });
    });
  });
  return {
    running,
    counts,
    sheet: () => (open?.isOpen === true ? open : null),
    guards: shown,
    pay,
    meetNewFace,
    die: () => void (isDead = true),
  };
}
