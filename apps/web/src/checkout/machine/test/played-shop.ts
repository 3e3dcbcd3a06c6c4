import { wireRepeatQuestion, type OrderInfo, type RepeatQuestion } from '@jawhara/contract';
import {
  isUndecided,
  ORDER_MOVES,
  PAYER_ORDER_STATES,
  type Challenge,
  type OrderedWith,
  type OrderId,
  type OrderState,
  type PayerOrderState,
  type PayAnswer,
  type PayType,
} from '@jawhara/domain';
import type { CallAnswer } from '../../../api/call-answer.ts';
import { CREDITED, order as orderInfo, status } from '../purchase/test/purchase-samples.ts';

export interface PlayedOrder {
  readonly orderId: OrderId;
  readonly requestId: string;
  readonly payType: PayType;
  /** The order up to which the payer agreed to buy the same again; empty without consent. */
  readonly repeatOf: string;
  state: PayerOrderState;
  creditedAt: Date | null;
  challenge: Challenge | null;
  /** Every state that the order has had. */
  readonly states: PayerOrderState[];
  /** A card or a wallet token was accepted for the order: before that it cannot take money. */
  isAgreed: boolean;
}

const ok = <Value>(value: Value): CallAnswer<Value> => ({ kind: 'ok', value });
const no = (
  refusal: 'busy' | 'pack-not-found' | 'order-not-cancellable' | 'repeat-purchase',
): Extract<CallAnswer<never>, { kind: 'refused' }> => ({
  kind: 'refused',
  refusal,
  result: 22_000,
  message: 'no',
});

/** Possible answers of a provider to a card. */
const PROVIDER = ['paid', 'pending', 'frame', 'refused', 'frame', 'page', 'pending'] as const;
const DOOR = ['taken', 'taken', 'taken', 'taken', 'busy', 'no-pack'] as const;

/** Money was taken, or may still be. */
export function isMoneyAtStake({ state, isAgreed }: PlayedOrder): boolean {
  return state === 'paid' || state === 'delivered' || (isUndecided(state) && isAgreed);
}

/** The server as the page sees it: idempotent by request id, and with the transitions of real orders. */
export function playedShop(choices: readonly number[]) {
  const orders: PlayedOrder[] = [];
  const requests = new Map<string, PlayedOrder | 'closed' | 'refused'>();
  /** Requests that were answered with the question about a repeat: they have placed nothing. */
  const questioned = new Set<string>();
  const left = [...choices];
  const choose = <Option>(options: readonly Option[]): Option =>
    options[(left.shift() ?? 0) % options.length] as Option;

  const moveTo = (order: PlayedOrder, state: PayerOrderState): void => {
    if (order.state === state) return;
    order.state = state;
    order.states.push(state);
    if (state === 'delivered') order.creditedAt ??= CREDITED;
    if (state !== 'awaiting-payer') order.challenge = null;
  };

  /** Plays a provider's answer to a card. */
  const authorise = (order: PlayedOrder): void => {
    order.isAgreed = true;
    const said = choose(PROVIDER);
    if (said === 'frame' || said === 'page') {
      order.challenge = { way: said, url: 'https://bank.example' };
      moveTo(order, 'awaiting-payer');
    } else moveTo(order, said);
  };

  const answerOf = ({ state, challenge, creditedAt }: PlayedOrder): PayAnswer => {
    if (state === 'awaiting-payer' && challenge !== null) return { kind: 'challenge', ...challenge };
    if (isUndecided(state)) return { kind: 'pending' };
    const hasSucceeded = state === 'paid' || state === 'delivered' || creditedAt !== null;
    return hasSucceeded ? { kind: 'paid' } : { kind: 'refused', outcome: 'other' };
  };

  const place = (
    requestId: string,
    payType: PayType,
    card: OrderedWith,
    repeatOf: string,
  ): PlayedOrder | 'busy' | 'refused' => {
    const known = requests.get(requestId);
    if (known === 'closed' || known === 'refused') return 'refused';
    if (known !== undefined) return known;
    const door = choose(DOOR);
    if (door === 'busy') return 'busy';
    if (door === 'no-pack') {
      requests.set(requestId, 'refused');
      return 'refused';
    }
    const orderId = `018f2f9e-0000-7000-8000-${String(orders.length + 1).padStart(12, '0')}` as OrderId;
    const order: PlayedOrder = {
      orderId,
      requestId,
      payType,
      repeatOf,
      state: 'created',
      creditedAt: null,
      challenge: null,
      states: ['created'],
      isAgreed: false,
    };
    orders.push(order);
    requests.set(requestId, order);
    if (!('walletSheet' in card)) authorise(order);
    return order;
  };

  const find = (orderId: OrderId): PlayedOrder => {
    const order = orders.find((one) => one.orderId === orderId);
    if (order === undefined) throw new Error(`no order ${orderId}`);
    return order;
  };

  const statusOf = ({ state, creditedAt }: PlayedOrder) => ({
    ...status(state, creditedAt),
    triedProviders: state === 'pending' ? [13 as const] : null,
  });

  const infoOf = (order: PlayedOrder): OrderInfo => ({
    ...orderInfo(order.state, order.challenge),
    orderId: order.orderId,
    payType: order.payType,
    creditedAt: order.creditedAt,
  });

  const questionOf = (order: PlayedOrder): RepeatQuestion => ({
    order: infoOf(order),
    from: 'device',
    repeatOf: order.orderId,
  });

  const askAboutRepeat = (repeatOf: string): CallAnswer<never> | null => {
    const repeated = orders.findLast((order) => isMoneyAtStake(order) && order.orderId > repeatOf);
    if (repeated === undefined) return null;
    return { ...no('repeat-purchase'), data: wireRepeatQuestion.write(questionOf(repeated)) };
  };

  interface Request {
    readonly orderId: OrderId;
    readonly requestId: string;
    readonly payType: PayType;
    readonly card: OrderedWith;
    readonly repeatOf?: OrderId;
  }
  const SERVE: Record<string, (request: Request, requestId: string) => CallAnswer<unknown>> = {
    createCoinPay({ payType, card, repeatOf = '' }, requestId) {
      const question = requests.has(requestId) ? null : askAboutRepeat(repeatOf);
      if (question !== null) {
        questioned.add(requestId);
        return question;
      }
      const placed = place(requestId, payType, card, repeatOf);
      if (placed === 'busy') return no('busy');
      if (placed === 'refused') return no('pack-not-found');
      return ok({ orderId: placed.orderId, answer: answerOf(placed) });
    },
    openWalletSession: () => ok({ sessionJson: '{}' }),
    verifyWalletPay({ orderId }) {
      const order = find(orderId);
      if (order.state === 'created') {
        if (choose(DOOR) === 'busy') return no('busy');
        const question = askAboutRepeat(order.repeatOf);
        if (question !== null) return question;
        order.isAgreed = true;
        moveTo(order, choose(['paid', 'pending', 'refused']));
      }
      return ok(answerOf(order));
    },
    resolveOrderRequest({ requestId }) {
      const known = requests.get(requestId) ?? 'closed';
      requests.set(requestId, known);
      return ok({ orderId: typeof known === 'string' ? null : known.orderId });
    },
    readOrder: ({ orderId }) => ok(infoOf(find(orderId))),
    readOrderStatus: ({ orderId }) => ok(statusOf(find(orderId))),
    readOrderFailure: () => ok({ outcome: 'other', code: null, reason: null }),
    submitAuthenticationResult({ orderId }) {
      const order = find(orderId);
      if (order.state === 'awaiting-payer') authorise(order);
      return ok({ answer: answerOf(order) });
    },
    submitPaymentToken({ orderId }) {
      const order = find(orderId);
      if (order.state !== 'pending' || choose(DOOR) === 'busy') return no('busy');
      authorise(order);
      return ok({ answer: answerOf(order) });
    },
    cancelOrder({ orderId }) {
      const order = find(orderId);
      if (order.state === 'created' || order.state === 'awaiting-payer') moveTo(order, 'cancelled');
      return order.state === 'cancelled' ? ok({}) : no('order-not-cancellable');
    },
  };

  /** A transition caused by the provider, the bank or the clock. */
  const moveByItself = (order: PlayedOrder): void => {
    const shown = PAYER_ORDER_STATES.filter((state) =>
      (ORDER_MOVES[order.state] as readonly OrderState[]).includes(state),
    );
    const moves = shown.filter((state) =>
      order.isAgreed ? state !== 'awaiting-payer' : state === 'expired' || state === 'cancelled',
    );
    if (moves.length > 0) moveTo(order, choose(moves));
  };

  return {
    orders,
    find,
    infoOf,
    questionOf,
    requests,
    questioned,
    serve: (name: string, request: unknown, requestId: string | undefined): CallAnswer<unknown> => {
      const serve = SERVE[name];
      if (serve === undefined) throw new Error(`nobody serves ${name}`);
      return serve(request as Request, requestId ?? '');
    },
    /** A random transition of the newest order, or of the one before it. */
    move: (isOlder: boolean): void => {
      const order = orders.at(isOlder ? -2 : -1);
      if (order !== undefined) moveByItself(order);
    },
    /** Every order is decided; what was paid is delivered, or its money goes back. */
    decideAll: (): void => {
      for (const order of orders) {
        if (isUndecided(order.state))
          moveTo(order, order.isAgreed ? choose(['paid', 'refused', 'expired']) : 'expired');
        if (order.state === 'paid') moveTo(order, choose(['delivered', 'refunded', 'charged-back']));
      }
    },
  };
}

export type PlayedShop = ReturnType<typeof playedShop>;
