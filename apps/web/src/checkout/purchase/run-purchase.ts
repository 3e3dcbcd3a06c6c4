import {
  cancelOrder,
  createCoinPay,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  resolveOrderRequest,
  submitAuthenticationResult,
  submitPaymentToken,
  type OrderInfo,
} from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import type { Call } from '../../api/create-call.ts';
import { beginPurchase, purchase, type PurchaseEntry } from './purchase.ts';
import { BANK_CHECK_WAIT_MS, STILL_HERE_AFTER_MS } from './purchase-limits.ts';
import type { PurchaseEffect, PurchaseEvent, PurchaseState, Tokeniser, Undecided } from './purchase-state.ts';

/** Everything the machine's effects need of the world. */
export interface PurchaseWorld {
  readonly call: Call;
  readonly tokenise: Tokeniser;
  readonly newRequestId: () => string;
  /** Read anew each time: other pages of this device pay too. */
  readonly undecided: () => Undecided;
  /** Waits, or resolves early when waiting longer makes no sense. */
  readonly waitForTurn: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly waitExactly: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly rememberRequest: (requestId: string) => void;
  readonly forgetRequest: () => void;
  readonly rememberOrder: (orderId: OrderId) => void;
  readonly orderDecided: (orderId: OrderId, isPaid: boolean) => void;
  readonly keepOrder: (order: OrderInfo) => void;
  /** Another page in the place of ours. */
  readonly goTo: (url: string) => void;
  readonly reload: () => void;
}

export interface RunningPurchase {
  readonly getState: () => PurchaseState;
  readonly send: (event: PurchaseEvent) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Ends every wait and call; whatever the server was told stays told. */
  readonly stop: () => void;
}

type Emit = (event: PurchaseEvent) => void;

async function place(
  effect: Extract<PurchaseEffect, { do: 'place' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await world.waitForTurn(effect.afterMs, signal);
  const { purchase: bought, requestId, ...given } = effect.attempt;
  const answer = await world.call(createCoinPay, { ...bought, ...given }, { requestId, signal });
  if (answer.kind === 'ok') emit({ type: 'placed', ...answer.value });
  else if (answer.kind === 'refused') emit({ ...answer, type: 'place-refused' });
  else emit({ type: 'place-lost' });
}

async function resolveRequest(
  effect: Extract<PurchaseEffect, { do: 'resolve-request' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await world.waitForTurn(effect.afterMs, signal);
  const answer = await world.call(resolveOrderRequest, { requestId: effect.requestId }, { signal });
  emit(answer.kind === 'ok' ? { type: 'request-resolved', ...answer.value } : { type: 'resolve-lost' });
}

async function openOrder(
  orderId: OrderId,
  afterMs: number,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await world.waitForTurn(afterMs, signal);
  const answer = await world.call(readOrder, { orderId }, { signal });
  if (answer.kind === 'ok') {
    world.keepOrder(answer.value);
    emit({ type: 'order-read', order: answer.value });
  } else
    emit({
      type:
        answer.kind === 'refused' && answer.refusal === 'order-not-found' ? 'order-missing' : 'order-lost',
    });
}

async function askStatus(
  effect: Extract<PurchaseEffect, { do: 'ask-status' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const { orderId, turn } = effect;
  await world.waitForTurn(effect.afterMs, signal);
  const answer = await world.call(readOrderStatus, { orderId }, { signal });
  emit(
    answer.kind === 'ok'
      ? { type: 'status-read', orderId, turn, status: answer.value }
      : { type: 'status-lost', orderId, turn },
  );
}

async function askFailure(
  effect: Extract<PurchaseEffect, { do: 'ask-failure' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const { orderId, turn } = effect;
  await world.waitForTurn(effect.afterMs, signal);
  const answer = await world.call(readOrderFailure, { orderId }, { signal });
  emit(
    answer.kind === 'ok'
      ? { type: 'failure-read', orderId, turn, ...answer.value }
      : { type: 'failure-lost', orderId, turn },
  );
}

async function tokenise(world: PurchaseWorld, emit: Emit): Promise<void> {
  const given = await world.tokenise();
  emit(
    given === null
      ? { type: 'tokenise-failed' }
      : { type: 'tokenised', given, requestId: world.newRequestId(), undecided: world.undecided() },
  );
}

async function confirm(
  effect: Extract<PurchaseEffect, { do: 'confirm' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const { orderId, proof } = effect;
  await world.waitForTurn(effect.afterMs, signal);
  const answer = await world.call(submitAuthenticationResult, { orderId, proof }, { signal });
  emit(answer.kind === 'ok' ? { type: 'confirmed', answer: answer.value.answer } : { type: 'confirm-lost' });
}

async function payAgain(
  { orderId, payType, given }: Extract<PurchaseEffect, { do: 'pay-again' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const answer = await world.call(submitPaymentToken, { orderId, payType, ...given }, { signal });
  if (answer.kind === 'ok') emit({ type: 'paid-again', orderId, answer: answer.value.answer });
  else if (answer.kind === 'refused') emit({ ...answer, type: 'pay-again-refused', orderId });
  else emit({ type: 'pay-again-lost', orderId });
}

/** A page that is left answers no more. Whoever sees this one afterwards came back, or never got away. */
async function goTo(
  { orderId, url }: Extract<PurchaseEffect, { do: 'go-to' }>,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  world.goTo(url);
  await world.waitExactly(STILL_HERE_AFTER_MS, signal);
  emit({ type: 'still-here', orderId });
}

async function cancel(
  orderId: OrderId,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const answer = await world.call(cancelOrder, { orderId, reason: 'payer gave up' }, { signal });
  emit({ type: answer.kind === 'ok' ? 'cancelled' : 'cancel-refused' });
}

async function runEffect(
  effect: PurchaseEffect,
  world: PurchaseWorld,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  switch (effect.do) {
    case 'tokenise':
      return tokenise(world, emit);
    case 'place':
      return place(effect, world, emit, signal);
    case 'resolve-request':
      return resolveRequest(effect, world, emit, signal);
    case 'read-order':
      return openOrder(effect.orderId, effect.afterMs, world, emit, signal);
    case 'ask-status':
      return askStatus(effect, world, emit, signal);
    case 'ask-failure':
      return askFailure(effect, world, emit, signal);
    case 'confirm':
      return confirm(effect, world, emit, signal);
    case 'pay-again':
      return payAgain(effect, world, emit, signal);
    case 'go-to':
      return goTo(effect, world, emit, signal);
    case 'cancel':
      return cancel(effect.orderId, world, emit, signal);
    case 'time-bank-check':
      await world.waitExactly(BANK_CHECK_WAIT_MS, signal);
      return emit({ type: 'bank-timed-out', orderId: effect.orderId });
    case 'remember-request':
      return world.rememberRequest(effect.requestId);
    case 'forget-request':
      return world.forgetRequest();
    case 'remember-order':
      return world.rememberOrder(effect.orderId);
    case 'order-decided':
      return world.orderDecided(effect.orderId, effect.isPaid);
    case 'reload':
      return world.reload();
  }
}

/** The machine with its hands: feeds events in, starts the effects in their order, and tells whoever watches. */
export function runPurchase(entry: PurchaseEntry, world: PurchaseWorld): RunningPurchase {
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  let state: PurchaseState;

  const emit: Emit = (event) => {
    if (!abort.signal.aborted) take(purchase(state, event));
  };
  const take = ([next, ...effects]: ReturnType<typeof purchase>): void => {
    const isSame = next === state;
    state = next;
    // Synchronous effects run to their end before the next one starts: what must be on disk first, is.
    for (const effect of effects) void runEffect(effect, world, emit, abort.signal);
    if (!isSame) for (const listener of listeners) listener();
  };

  const [first, ...effects] = beginPurchase(entry);
  state = first;
  take([first, ...effects]);
  return {
    getState: () => state,
    send: emit,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    stop: () => abort.abort(),
  };
}
