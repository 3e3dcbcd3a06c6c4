import type { OrderInfo } from '@jawhara/contract';
import type { CardExpiry, CardFingerprint, CardSourceId, GemPack, OrderId, SavedCard } from '@jawhara/domain';
import { walletSheet, type OpenWallet } from './wallet-sheet.ts';
import { beginCheckout, checkout, type CheckoutEntry } from './checkout.ts';
import type {
  CheckoutEffect,
  CheckoutEvent,
  CheckoutNext,
  CheckoutState,
  LastUsed,
} from './checkout-state.ts';
import { runPurchaseEffect, type PurchaseDeps } from './purchase/purchase-effects.ts';
import { priceOf } from './methods.ts';
import type { CardFrom, PaymentInput, Tokeniser } from './purchase/purchase-state.ts';

/** Dependencies of the machine's effects. */
export interface CheckoutDeps extends Omit<PurchaseDeps, 'tokenise' | 'sheet'> {
  /** A card that its provider charges without a CVV. */
  readonly savedCardInput: (sourceId: CardSourceId) => PaymentInput;
  readonly updateExpiry: (
    sourceId: CardSourceId,
    expiry: CardExpiry,
  ) => Promise<'updated' | 'refused' | 'lost'>;
  /** False: the card may still exist. */
  readonly deleteCard: (fingerprint: CardFingerprint) => Promise<boolean>;
  readonly readCards: () => void;
  readonly readConfig: () => void;
  readonly keepLast: (last: LastUsed) => void;
  readonly choosePack: (pack: GemPack) => void;
  readonly chooseOrder: (order: OrderInfo) => void;
  readonly keepPurchase: (order: OrderInfo, card: CardSourceId | null) => void;
  /** Reports the card an order was paid with, now and whenever it changes. */
  readonly watchCard: (orderId: OrderId, onCard: (card: SavedCard) => void, signal: AbortSignal) => void;
  readonly say: (what: Extract<CheckoutEffect, { do: 'say' }>['what']) => void;
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

export interface RunningCheckout {
  readonly getState: () => CheckoutState;
  /** Returns the next state, so that the caller can navigate to its page. */
  readonly dispatch: (event: CheckoutEvent) => CheckoutState;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly fields: FieldRegistry;
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

function isPurchaseOver(before: CheckoutState, event: CheckoutEvent, next: CheckoutState): boolean {
  // The page was opened on another purchase, which must not receive the answers of this purchase.
  if (event.type === 'page-opened') return next !== before;
  if (before.at === 'ended') return next.at !== 'ended';
  return before.at === 'purchasing' && next.at !== 'purchasing' && next.at !== 'ended';
}

/** Runs the machine: feeds events in, starts the effects in their order, and notifies the subscribers. */
export function runCheckout(entry: CheckoutEntry, deps: CheckoutDeps): RunningCheckout {
  const listeners = new Set<() => void>();
  const { tokenise, ...fields } = openFields(deps);
  const sheet = walletSheet();
  const effectDeps: CheckoutDeps & PurchaseDeps = {
    ...deps,
    sheet,
    tokenise: (from) =>
      from.kind === 'wallet'
        ? sheet.open(priceOf(state.checkout.offer), emit, ofPurchase.signal)
        : tokenise(from),
  };
  /** Aborted when the purchase ends: its waits and calls are no longer needed. */
  let ofPurchase = new AbortController();
  const [first, ...firstEffects] = beginCheckout(entry);
  let state: CheckoutState = first;

  const emit = (event: CheckoutEvent): void => {
    const next = checkout(state, event);
    deps.noticed(state, event, next[0]);
    if (isPurchaseOver(state, event, next[0])) {
      ofPurchase.abort();
      ofPurchase = new AbortController();
    }
    take(next);
  };
  const take = ([next, ...effects]: CheckoutNext): void => {
    const isSame = next === state;
    state = next;
    // Synchronous effects finish before the next effect starts, so data that must be stored first is stored first.
    for (const effect of effects) void runEffect(effect, effectDeps, emit, ofPurchase.signal);
    if (!isSame) for (const listener of listeners) listener();
  };

  take([first, ...firstEffects]);
  return {
    getState: () => state,
    dispatch(event) {
      emit(event);
      return state;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    fields: { ...fields, setWallet: sheet.setWallet },
  };
}
