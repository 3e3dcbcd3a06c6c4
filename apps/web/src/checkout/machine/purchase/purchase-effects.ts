import {
  cancelOrder,
  createCoinPay,
  createFinePay,
  createFinePayByPayerMax,
  openWalletSession,
  parse,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  resolveOrderRequest,
  submitAuthenticationResult,
  submitPaymentToken,
  verifyWalletPay,
  wireRepeatQuestion,
  type OrderInfo,
  type OrderPlaced,
  type OrderLinkParameters,
  type RepeatQuestion,
} from '@jawhara/contract';
import {
  LEGAL_VERSIONS,
  PAYERMAX,
  providerOf,
  type CardFace,
  type DisplayId,
  type OrderId,
} from '@jawhara/domain';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { Call, CallOptions } from '../../../api/create-call.ts';
import {
  BANK_CHECK_WAIT_MS,
  STILL_HERE_AFTER_MS,
  WALLET_BUTTON_WAIT_MS,
  WALLET_NOT_SENT_AFTER_MS,
  WALLET_SESSION_WAIT_MS,
  WALLET_SHEET_WAIT_MS,
} from './purchase-limits.ts';
import type {
  CardFrom,
  PaymentInput,
  Purchase,
  PurchaseEffect,
  PurchaseEvent,
  Undecided,
} from './purchase-state.ts';

/** Calls to the open wallet sheet; they do nothing where no sheet is open. */
export interface OpenSheet {
  /** False: the sheet rejected the session. */
  readonly completeValidation: (sessionJson: string) => boolean;
  readonly complete: (isGood: boolean) => void;
  readonly close: () => void;
}

/** Dependencies of the child machine's effects. */
export interface PurchaseDeps {
  readonly call: Call;
  /** Null when the fields gave no card. */
  readonly tokenise: (from: CardFrom) => Promise<PaymentInput | null>;
  readonly newRequestId: () => string;
  /** Extra parameters of an order, taken from the opening link. */
  readonly linkParameters?: () => OrderLinkParameters;
  /** The undecided order or request of this device. Read anew for each payment, because other tabs pay too. */
  readonly undecided: () => Undecided;
  /**
   * Resolves after this time, but not while the device is offline; at once when the page becomes visible or the network returns.
   */
  readonly waitForTurn: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly waitExactly: (ms: number, signal: AbortSignal) => Promise<void>;
  /** [ORD-20] Stores that the payer agrees to buy these goods again, although the orders up to `repeatOf` contain them. */
  readonly confirmRepeat: (bought: Purchase, repeatOf: OrderId) => void;
  /** The order up to which the payer agreed to repeat these goods; null without consent. */
  readonly confirmedRepeat: (bought: Purchase) => OrderId | null;
  readonly rememberRequest: (requestId: string) => void;
  readonly forgetRequest: () => void;
  readonly rememberOrder: (orderId: OrderId) => void;
  readonly orderDecided: (orderId: OrderId, isPaid: boolean) => void;
  readonly keepOrder: (order: OrderInfo) => void;
  /** The card that was typed for the order, to be shown on this page. */
  readonly keepSentCard: (orderId: OrderId, card: CardFace) => void;
  readonly readFine: (displayId: DisplayId) => void;
  /** The wallet's sheet that is open. */
  readonly sheet: OpenSheet;
  /** The host name of this page, for which the wallet's session is opened. */
  readonly host: () => string;
  /** Replaces our page with another one. */
  readonly goTo: (url: string) => void;
}

type Place<Kind extends Purchase['kind']> = (
  call: Call,
  bought: Extract<Purchase, { kind: Kind }>,
  paymentInput: PaymentInput,
  how: CallOptions,
  linkParameters: OrderLinkParameters,
  repeatOf: OrderId | null,
) => Promise<CallAnswer<OrderPlaced>>;

/** Each kind of purchase has its own API call; all of them answer with an order. */
const PLACE: { readonly [Kind in Purchase['kind']]: Place<Kind> } = {
  gems(call, { rechargeId, recipientId, payType }, paymentInput, how, linkParameters, repeatOf) {
    const yes = repeatOf === null ? {} : { repeatOf };
    const goods = { rechargeId, recipientId, payType };
    return call(
      createCoinPay,
      { ...goods, agreed: LEGAL_VERSIONS, linkParameters, ...yes, ...paymentInput },
      how,
    );
  },
  // PayerMax has an endpoint of its own for fines; both endpoints create the same kind of order.
  fine: (call, { displayId, quoteId, payType }, paymentInput, how, { mock, uuid }) => {
    const order = {
      account: { displayId },
      shown: { quoteId },
      payType,
      agreed: LEGAL_VERSIONS,
      ...paymentInput,
    };
    const device = uuid === undefined ? {} : { uuid };
    if (providerOf(payType) === PAYERMAX)
      return call(createFinePayByPayerMax, { ...order, linkParameters: device }, how);
    const linkParameters = mock === undefined ? device : { ...device, mock };
    return call(createFinePay, { ...order, linkParameters }, how);
  },
};

/** The question whether to buy the same again, which comes with a refusal; null for any other answer. */
function questionIn(answer: CallAnswer<unknown>): RepeatQuestion | null {
  if (answer.kind !== 'refused' || answer.refusal !== 'repeat-purchase') return null;
  const question = parse(wireRepeatQuestion, answer.data);
  return question.kind === 'parsed' ? question.value : null;
}

type Run<Name extends PurchaseEffect['do']> = (
  effect: Extract<PurchaseEffect, { do: Name }>,
  deps: PurchaseDeps,
  /** Ends every wait and call; requests that have reached the server remain valid. */
  signal: AbortSignal,
) => Promise<PurchaseEvent> | void;

/** The action of each effect, and the event that it leads to. */
const EFFECTS: { readonly [Name in PurchaseEffect['do']]: Run<Name> } = {
  async tokenise({ from }, deps, signal) {
    const paymentInput = await deps.tokenise(from);
    if (paymentInput === null) {
      if (from.kind === 'wallet') await deps.waitExactly(WALLET_NOT_SENT_AFTER_MS, signal);
      return { type: 'tokenise-failed' };
    }
    return { type: 'tokenised', paymentInput, requestId: deps.newRequestId(), undecided: deps.undecided() };
  },
  async place({ attempt, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const { purchase, requestId, face, ...paymentInput } = attempt;
    const placeIt = PLACE[purchase.kind] as Place<Purchase['kind']>;
    const answer = await placeIt(
      deps.call,
      purchase,
      paymentInput,
      { requestId, signal },
      deps.linkParameters?.() ?? {},
      deps.confirmedRepeat(purchase),
    );
    if (answer.kind === 'ok') {
      if (face !== undefined) deps.keepSentCard(answer.value.orderId, face);
      return { type: 'placed', ...answer.value };
    }
    const question = questionIn(answer);
    if (question !== null) return { type: 'repeat-asked', question };
    return answer.kind === 'refused' ? { ...answer, type: 'place-refused' } : { type: 'place-lost' };
  },
  async 'open-session'({ orderId }, deps, signal) {
    const how = { signal, timeoutMs: WALLET_SESSION_WAIT_MS };
    const answer = await deps.call(openWalletSession, { orderId, domain: deps.host() }, how);
    return answer.kind === 'ok'
      ? { type: 'session-opened', orderId, ...answer.value }
      : { type: 'session-lost', orderId };
  },
  async verify({ orderId, token, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const answer = await deps.call(verifyWalletPay, { orderId, ...token }, { signal });
    if (answer.kind === 'ok') return { type: 'wallet-paid', orderId, answer: answer.value };
    const question = questionIn(answer);
    if (question !== null) return { type: 'repeat-asked', question, orderId };
    if (answer.kind !== 'refused') return { type: 'wallet-lost', orderId };
    await deps.waitExactly(WALLET_NOT_SENT_AFTER_MS, signal);
    return { type: 'wallet-refused', orderId };
  },
  async 'time-button'({ orderId }, deps, signal) {
    await deps.waitExactly(WALLET_BUTTON_WAIT_MS, signal);
    return { type: 'button-timed-out', orderId };
  },
  async 'time-sheet'({ orderId }, deps, signal) {
    await deps.waitExactly(WALLET_SHEET_WAIT_MS, signal);
    return { type: 'sheet-timed-out', orderId };
  },
  async 'resolve-request'({ requestId, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const answer = await deps.call(resolveOrderRequest, { requestId }, { signal });
    return answer.kind === 'ok' ? { type: 'request-resolved', ...answer.value } : { type: 'resolve-lost' };
  },
  async 'read-order'({ orderId, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const answer = await deps.call(readOrder, { orderId }, { signal });
    if (answer.kind === 'ok') {
      deps.keepOrder(answer.value);
      return { type: 'order-read', order: answer.value };
    }
    const isMissing = answer.kind === 'refused' && answer.refusal === 'order-not-found';
    return { type: isMissing ? 'order-missing' : 'order-lost', orderId };
  },
  async 'ask-status'({ orderId, turn, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const answer = await deps.call(readOrderStatus, { orderId }, { signal });
    if (answer.kind === 'ok') return { type: 'status-read', orderId, turn, status: answer.value };
    return { type: 'status-lost', orderId, turn };
  },
  async 'ask-failure'({ orderId, turn, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const answer = await deps.call(readOrderFailure, { orderId }, { signal });
    if (answer.kind === 'ok') return { type: 'failure-read', orderId, turn, failure: answer.value };
    return { type: 'failure-lost', orderId, turn };
  },
  async confirm({ orderId, proof, afterMs }, deps, signal) {
    await deps.waitForTurn(afterMs, signal);
    const answer = await deps.call(submitAuthenticationResult, { orderId, proof }, { signal });
    return answer.kind === 'ok'
      ? { type: 'confirmed', orderId, answer: answer.value.answer }
      : { type: 'confirm-lost', orderId };
  },
  async 'pay-again'({ orderId, payType, paymentInput }, deps, signal) {
    const { face, ...sent } = paymentInput;
    const answer = await deps.call(submitPaymentToken, { orderId, payType, ...sent }, { signal });
    if (answer.kind === 'ok' && face !== undefined) deps.keepSentCard(orderId, face);
    if (answer.kind === 'ok') return { type: 'paid-again', orderId, answer: answer.value.answer };
    if (answer.kind === 'refused') return { ...answer, type: 'pay-again-refused', orderId };
    return { type: 'pay-again-lost', orderId };
  },
  /** A page that was left no longer runs. If this page still runs after the wait, the payer is back or the redirect failed. */
  async 'go-to'({ orderId, url }, deps, signal) {
    deps.goTo(url);
    await deps.waitExactly(STILL_HERE_AFTER_MS, signal);
    return { type: 'still-here', orderId };
  },
  async cancel({ orderId }, deps, signal) {
    const answer = await deps.call(cancelOrder, { orderId, reason: 'payer gave up' }, { signal });
    return { type: answer.kind === 'ok' ? 'cancelled' : 'cancel-refused', orderId };
  },
  async 'time-bank-check'({ orderId }, deps, signal) {
    await deps.waitExactly(BANK_CHECK_WAIT_MS, signal);
    return { type: 'bank-timed-out', orderId };
  },
  'complete-validation'({ sessionJson }, deps) {
    const isAccepted = deps.sheet.completeValidation(sessionJson);
    return isAccepted ? undefined : Promise.resolve({ type: 'sheet-failed' });
  },
  'complete-sheet'({ isGood }, deps) {
    deps.sheet.complete(isGood);
  },
  'close-sheet'(_effect, deps) {
    deps.sheet.close();
  },
  'remember-request'({ requestId }, deps) {
    deps.rememberRequest(requestId);
  },
  'forget-request'(_effect, deps) {
    deps.forgetRequest();
  },
  'confirm-repeat'({ purchase, repeatOf }, deps) {
    deps.confirmRepeat(purchase, repeatOf);
  },
  /** Does not check for an undecided order of this device: the payer has just agreed to buy the same again. */
  'place-again': ({ paymentInput }, deps) =>
    Promise.resolve({
      type: 'tokenised',
      paymentInput,
      requestId: deps.newRequestId(),
      undecided: { orderId: null, pendingRequestId: null },
    }),
  'read-fine'({ displayId }, deps) {
    deps.readFine(displayId);
  },
  'remember-order'({ orderId }, deps) {
    deps.rememberOrder(orderId);
  },
  'order-decided'({ orderId, isPaid }, deps) {
    deps.orderDecided(orderId, isPaid);
  },
};

/** Null when the effect leads to no event. */
export async function runPurchaseEffect(
  effect: PurchaseEffect,
  deps: PurchaseDeps,
  signal: AbortSignal,
): Promise<PurchaseEvent | null> {
  const run = EFFECTS[effect.do] as Run<PurchaseEffect['do']>;
  return (await run(effect, deps, signal)) ?? null;
}
