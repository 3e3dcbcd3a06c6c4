import type { OrderInfo, RepeatQuestion } from '@jawhara/contract';
import type {
  CardExpiry,
  CardFingerprint,
  CardSourceId,
  GemPack,
  OrderId,
  PaySource,
  Purchase,
  SavedCard,
} from '@jawhara/domain';
import { runMachine } from '../../machine.ts';
import { walletSheet, type OpenWallet } from './wallet-sheet.ts';
import { beginCheckout, checkout, type CheckoutEntry } from './checkout.ts';
import type { CheckoutEffect, CheckoutEvent, CheckoutState, LastUsed, Offer } from './checkout-state.ts';
import { runPurchaseEffect, type PurchaseDeps } from './purchase/purchase-effects.ts';
import { priceOf } from './methods.ts';
import type { RepeatConsents } from './repeat-consents.ts';
import type { CardFrom, PaymentInput, Purchase as Bought, Tokeniser } from './purchase/purchase-state.ts';

/** Dependencies of the machine's effects. */
export interface CheckoutDeps extends Omit<
  PurchaseDeps,
  'tokenise' | 'sheet' | 'confirmRepeat' | 'confirmedRepeat'
> {
  /** The payment input for a saved card that its provider charges without a CVV. */
  readonly savedCardInput: (sourceId: CardSourceId) => PaymentInput;
  readonly updateExpiry: (
    sourceId: CardSourceId,
    expiry: CardExpiry,
  ) => Promise<'updated' | 'refused' | 'lost'>;
  /** False if the card may still exist. */
  readonly deleteCard: (fingerprint: CardFingerprint) => Promise<boolean>;
  readonly readCards: () => void;
  /** Waits for the list of cards; null if it could not be read. */
  readonly fetchCards: () => Promise<readonly PaySource[] | null>;
  /** [ORD-20] The order that these goods would repeat without the payer's consent, by the server's last answer. */
  readonly findRepeat: (goods: Purchase, now: Date) => RepeatQuestion | null;
  readonly repeats: RepeatConsents;
  readonly readConfig: () => void;
  readonly keepLast: (last: LastUsed) => void;
  readonly choosePack: (pack: GemPack) => void;
  readonly chooseOrder: (order: OrderInfo) => void;
  readonly keepPurchase: (order: OrderInfo, card: CardSourceId | null) => void;
  /** Reports the card an order was paid with, now and whenever it changes. */
  readonly watchCard: (orderId: OrderId, onCard: (card: SavedCard) => void, signal: AbortSignal) => void;
  readonly say: (
    what: Extract<CheckoutEffect, { do: 'say' }>['what'] | 'cards-awaited' | 'cards-unread',
  ) => void;
  readonly reload: () => void;
  /** Called with every transition, before its effects run. Must not throw: analytics must not stop a payment. */
  readonly noticed: (before: CheckoutState, event: CheckoutEvent, next: CheckoutState) => void;
}

/** Open fields register here, so that the purchase can request the card from them. */
export interface FieldRegistry {
  readonly setNewCard: (tokenise: Tokeniser) => void;
  readonly setCvv: (tokenise: Tokeniser) => void;
  readonly setOtherProvider: (tokenise: Tokeniser) => void;
  /** The wallet of this browser, ready to be opened by a press. */
  readonly setWallet: (open: OpenWallet) => void;
}

export interface RunningCheckout extends Pick<CheckoutDeps, 'findRepeat'> {
  readonly getState: () => CheckoutState;
  /** Returns the next state, so that the caller can navigate to its page. */
  readonly dispatch: (event: CheckoutEvent) => CheckoutState;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly fields: FieldRegistry;
  /** Reads the list of cards before a card of the last visit pays. False: it could not be read, or is not wanted any more. */
  readonly checkCards: (isWanted: () => boolean) => Promise<boolean>;
}

const NO_CARD: Tokeniser = () => Promise.resolve(null);

type CardFieldRegistry = Omit<FieldRegistry, 'setWallet'>;
type TypedFrom = Exclude<CardFrom, { kind: 'wallet' }>;

function openFields(
  deps: CheckoutDeps,
): CardFieldRegistry & { readonly tokenise: (from: TypedFrom) => Promise<PaymentInput | null> } {
  const fields = { newCard: NO_CARD, cvv: NO_CARD, otherProvider: NO_CARD };
  const tokeniserOf = (from: TypedFrom): Tokeniser => {
    if (from.kind === 'new-card') return fields.newCard;
    if (from.kind === 'other-provider') return fields.otherProvider;
    return from.hasCvv ? fields.cvv : () => Promise.resolve(deps.savedCardInput(from.sourceId));
  };
  return {
    setNewCard: (tokenise) => void (fields.newCard = tokenise),
    setCvv: (tokenise) => void (fields.cvv = tokenise),
    setOtherProvider: (tokenise) => void (fields.otherProvider = tokenise),
    tokenise: (from) => tokeniserOf(from)(),
  };
}

async function runEffect(
  effect: CheckoutEffect,
  deps: CheckoutDeps & PurchaseDeps,
  emit: (event: CheckoutEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  switch (effect.do) {
    case 'update-expiry': {
      const answer = await deps.updateExpiry(effect.sourceId, effect.expiry);
      if (answer === 'updated') return emit({ type: 'expiry-updated' });
      return emit({ type: 'update-failed', isRefused: answer === 'refused' });
    }
    case 'delete-card': {
      const { fingerprint } = effect;
      const isDeleted = await deps.deleteCard(fingerprint);
      return emit({ type: isDeleted ? 'card-deleted' : 'delete-failed', fingerprint });
    }
    case 'watch-card': {
      const tell = (card: SavedCard): void => emit({ type: 'used-card-read', used: { kind: 'saved', card } });
      return deps.watchCard(effect.orderId, tell, signal);
    }
    case 'read-cards':
      return deps.readCards();
    case 'read-config':
      return deps.readConfig();
    case 'keep-last':
      return deps.keepLast(effect.last);
    case 'choose-pack':
      return deps.choosePack(effect.pack);
    case 'choose-order':
      return deps.chooseOrder(effect.order);
    case 'keep-purchase':
      return deps.keepPurchase(effect.order, effect.card);
    case 'repeat-order': {
      const { orderId, priceUsdCents, recipient } = effect.order;
      return deps.repeats.confirm({ priceUsdCents, recipientId: recipient.accountId }, orderId);
    }
    case 'say':
      return deps.say(effect.what);
    case 'reload':
      return deps.reload();
    default: {
      const event = await runPurchaseEffect(effect, deps, signal);
      if (event !== null && !signal.aborted) emit(event);
    }
  }
}

/** Null for a fine, which is never a repeat of a pack (ORD-20). */
function goodsIn({ packs, pack }: Offer, bought: Bought): Purchase | null {
  if (bought.kind !== 'gems') return null;
  const { rechargeId, recipientId } = bought;
  const sold =
    packs.find(({ methods }) => methods.some((method) => method.rechargeId === rechargeId)) ?? pack;
  return sold && { priceUsdCents: sold.priceUsdCents, recipientId };
}

function isPurchaseOver(before: CheckoutState, event: CheckoutEvent, next: CheckoutState): boolean {
  // The page was opened on another purchase, which must not receive the answers of this purchase.
  if (event.type === 'page-opened') return next !== before;
  if (before.at === 'ended') return next.at !== 'ended';
  return before.at === 'purchasing' && next.at !== 'purchasing' && next.at !== 'ended';
}

/**
 * The checkout runs as long as the page. Each purchase has an abort signal of its own, which ends with the purchase.
 */
export function runCheckout(entry: CheckoutEntry, deps: CheckoutDeps): RunningCheckout {
  const { tokenise, ...fields } = openFields(deps);
  const sheet = walletSheet();
  /** Aborted when the purchase ends: its waits and calls are no longer needed. */
  let ofPurchase = new AbortController();

  const { getState, subscribe, send } = runMachine<CheckoutState, CheckoutEvent, CheckoutEffect>({
    begin: beginCheckout(entry),
    step(state, event) {
      const next = checkout(state, event);
      deps.noticed(state, event, next[0]);
      if (isPurchaseOver(state, event, next[0])) {
        ofPurchase.abort();
        ofPurchase = new AbortController();
      }
      return next;
    },
    run(effect, emit) {
      const { signal } = ofPurchase;
      const tokeniseNow: PurchaseDeps['tokenise'] = (from) =>
        from.kind === 'wallet'
          ? sheet.open(priceOf(getState().checkout.offer), emit, signal)
          : tokenise(from);
      const goodsOf = (bought: Bought): Purchase | null => goodsIn(getState().checkout.offer, bought);
      const ofRepeats: Pick<PurchaseDeps, 'confirmRepeat' | 'confirmedRepeat'> = {
        confirmRepeat(bought, repeatOf) {
          const goods = goodsOf(bought);
          if (goods !== null) deps.repeats.confirm(goods, repeatOf);
        },
        confirmedRepeat(bought) {
          const goods = goodsOf(bought);
          return goods && deps.repeats.find(goods);
        },
      };
      return runEffect(effect, { ...deps, ...ofRepeats, sheet, tokenise: tokeniseNow }, emit, signal);
    },
  });
  return {
    getState,
    dispatch(event) {
      send(event);
      return getState();
    },
    subscribe,
    fields: { ...fields, setWallet: sheet.setWallet },
    findRepeat: deps.findRepeat,
    async checkCards(isWanted) {
      deps.say('cards-awaited');
      const sources = await deps.fetchCards();
      if (!isWanted()) return false;
      if (sources === null) deps.say('cards-unread');
      else send({ type: 'cards-read', sources, now: new Date() });
      return sources !== null;
    },
  };
}
