import { isDeepStrictEqual } from 'node:util';
import type { PlaceOrder } from '@jawhara/contract';
import {
  ADYEN,
  CARD_PROVIDERS,
  cardPayTypeOf,
  CHECKOUT_COM,
  PAYERMAX,
  payTypeOfSource,
  QUESTION_CONSENTS,
  type AccountId,
  type CardSourceId,
  type OrderId,
  type PayType,
  type ProviderNumber,
  type RechargeId,
  type UsdCents,
} from '@jawhara/domain';
import { accountById } from '../../apps/api/src/accounts/account.store.ts';
import { payFine } from '../../apps/api/src/penalties/pay-fine.ts';
import { ownBans } from '../../apps/api/src/penalties/ban-directory.ts';
import { makeQuote } from '../../apps/api/src/penalties/fine-quote.ts';
import { standingOf } from '../../apps/api/src/penalties/read-fine.ts';
import { requireOrder } from '../../apps/api/src/orders/store/order.store.ts';
import { payByWallet } from '../../apps/api/src/orders/placing/pay-by-wallet.ts';
import { payOrderAgain } from '../../apps/api/src/orders/placing/pay-order-again.ts';
import { placeOrder } from '../../apps/api/src/orders/placing/place-order.ts';
import type { PlacedOrder } from '../../apps/api/src/orders/placing/open-order.ts';
import { updateCard } from '../../apps/api/src/saved-cards/change-card.ts';
import { requestRefund } from '../../apps/api/src/orders/refunds/record-refund.ts';
import { ANY_REPEAT } from '../../tools/test/any-repeat.ts';
import { CARDS, type Card } from '../provider-books.ts';
import { CARD_PROVIDERS_PLAYED, deviceOf, type World } from '../world.ts';
import { act, at, type ActionKind } from './action.ts';

const ORDERS_MAX = 3;
/** Apple Pay through Stripe. */
const WALLET_PAY_TYPE = 28 as PayType;
const DELIVERY_LIMIT_HOURS = 24;

const payer = (number: number) => ({
  payerDevice: deviceOf(number),
  payerAccount: null,
  address: '192.0.2.1',
  locale: 'en' as const,
  siteUrl: 'https://pay.example',
});

const CARD_INPUTS = {
  [CHECKOUT_COM]: (card: Card) => ({ token: card, keep: 'ask' as const }),
  [PAYERMAX]: (card: Card) => ({ dropInToken: card, dropInSession: 'session' }),
  [ADYEN]: (card: Card) => ({
    encryptedCard: { number: 'n', expiryMonth: 'm', expiryYear: 'y', securityCode: 's', holderName: card },
    keep: 'ask' as const,
  }),
} as const;

function cardInput(provider: (typeof CARD_PROVIDERS_PLAYED)[number], card: Card) {
  return { payType: cardPayTypeOf(provider), card: CARD_INPUTS[provider](card) };
}

/** At least every second payer has a card that is approved, because most histories are about what happens after paying. */
const someCard = (how: number): Card => (how % 2 === 0 ? 'approve' : (at(CARDS, how >> 1) ?? 'approve'));

function outcomeOf(world: World, placed: PlacedOrder<string>): string {
  if (placed.kind === 'refused') return `: refused, ${placed.refusal}`;
  return `: ${world.nameOf(placed.orderId)} is answered ${placed.answer.kind}`;
}

/** Places an order as a task of its own. */
async function placing(world: World, who: string, place: () => Promise<PlacedOrder<string>>): Promise<void> {
  act(world, who, async () => outcomeOf(world, await place()));
}

const hasRoom = ({ orders }: World): boolean => orders.length < ORDERS_MAX;

const pay: ActionKind['start'] = (world, which, how) => {
  const recipientId = at(world.recipients, which >> 2);
  if (!hasRoom(world) || recipientId === undefined) return false;
  const provider = at(CARD_PROVIDERS_PLAYED, which) ?? CHECKOUT_COM;
  const card = someCard(how);
  const request = { ...payer(which), requestId: world.program.context.newId() };
  const goods = { rechargeId: 'gems-1060' as RechargeId, recipientId };
  // Confirms any repeated purchase in advance, because most histories are about what happens after paying.
  const wanted = { ...goods, ...cardInput(provider, card), repeatOf: ANY_REPEAT };
  const press = () => placeOrder(world.program.orders, wanted, request);
  void placing(world, `a payer orders gems at ${provider} with a card "${card}"`, press);
  // Plays a browser that repeats its request because the answer was lost.
  if (how % 7 === 6) void placing(world, `the same press of that payer arrives again`, press);
  return true;
};

const payWithSavedCard: ActionKind['start'] = async (world, which, how) => {
  if (!hasRoom(world)) return false;
  const cards = await world.db<{ sourceId: CardSourceId; device: string }[]>`
    select source_id as "sourceId", owner_device as device from saved_cards
    where provider = any(${[...CARD_PROVIDERS]}) order by source_id`;
  const found = at(cards, which);
  const [recipientId] = world.recipients;
  if (found === undefined || recipientId === undefined) return false;
  const request = { ...payer(0), payerDevice: found.device, requestId: world.program.context.newId() };
  const behaviour = someCard(how);
  const card = { sourceId: found.sourceId, cvvToken: behaviour };
  const wanted = {
    rechargeId: 'gems-1060' as RechargeId,
    recipientId,
    payType: payTypeOfSource(found.sourceId),
    card,
    repeatOf: ANY_REPEAT,
  };
  void placing(world, `a payer orders gems with a saved card, "${behaviour}"`, () =>
    placeOrder(world.program.orders, wanted, request),
  );
  return true;
};

/** A payer says yes or no to saving a card, sometimes after an earlier answer: a no then deletes the saved card. */
const answerCardQuestion: ActionKind['start'] = async (world, which, how) => {
  const cards = await world.db<{ sourceId: CardSourceId; device: string }[]>`
    select source_id as "sourceId", owner_device as device from saved_cards order by source_id`;
  const found = at(cards, which);
  if (found === undefined) return false;
  const remember = how % 3 === 0 ? ('no' as const) : QUESTION_CONSENTS[0];
  act(world, `a payer says ${how % 3 === 0 ? 'no' : 'yes'} to keeping ${found.sourceId}`, async () => {
    const { context, orders } = world.program;
    const owner = { device: found.device, accountId: null };
    const update = { sourceId: found.sourceId, expiry: null, remember };
    return `: ${await updateCard({ ...context, providers: orders.providers }, owner, update)}`;
  });
  return true;
};

const openWallet: ActionKind['start'] = (world, which) => {
  const [recipientId] = world.recipients;
  if (!hasRoom(world) || recipientId === undefined) return false;
  const request = { ...payer(which), requestId: world.program.context.newId() };
  const wanted = {
    rechargeId: 'gems-1060' as RechargeId,
    recipientId,
    payType: WALLET_PAY_TYPE,
    card: { walletSheet: true as const },
    repeatOf: ANY_REPEAT,
  };
  void placing(world, 'a payer opens a wallet sheet', () =>
    placeOrder(world.program.orders, wanted, request),
  );
  return true;
};

/**
 * The payer of an order buys the same again: unconfirmed, in two tabs at once, by a wallet, or after confirming the repetition.
 */
const orderSameAgain: ActionKind['start'] = async (world, which, how) => {
  const orderId = at(world.orders, which);
  if (!hasRoom(world) || orderId === undefined) return false;
  const { purpose, rechargeId, recipientId, payerDevice } = await requireOrder(world.db, orderId);
  if (purpose !== 'gems' || rechargeId === null) return false;
  const tab = (name: string, yes: object = {}, method: object = cardInput(CHECKOUT_COM, someCard(how))) => {
    const request = { ...payer(0), payerDevice, requestId: world.program.context.newId() };
    const wanted = { rechargeId, recipientId, ...method, ...yes } as PlaceOrder;
    const who = `the payer of ${world.nameOf(orderId)} orders the same again${name}`;
    void placing(world, who, () => placeOrder(world.program.orders, wanted, request));
  };
  const wallet = { payType: WALLET_PAY_TYPE, card: { walletSheet: true } };
  switch (how % 4) {
    case 0:
      tab('');
      return true;
    case 1:
      tab(' in one tab');
      tab(' in another tab');
      return true;
    case 2:
      tab(' by a wallet', {}, wallet);
      tab(' in a second sheet', {}, wallet);
      return true;
    default:
      tab(', with a yes', { repeatOf: orderId });
      return true;
  }
};

const payFineOfBanned: ActionKind['start'] = async (world, which, how) => {
  if (!hasRoom(world)) return false;
  const accounts = await Promise.all(
    [world.banned, ...world.recipients].map((id) => accountById(world.db, id)),
  );
  const account = at(
    accounts.filter((one) => one?.status === 'banned'),
    how >> 4,
  );
  if (!account) return false;
  const { fines } = world.program;
  const readStanding = () =>
    standingOf({ ...fines, bans: ownBans(world.db, fines.now) }, { accountId: account.id, isBanned: true });
  const shownAt = world.clock.now();
  const standing = await readStanding();
  if (standing.kind !== 'fine') return false;
  const provider = at(CARD_PROVIDERS_PLAYED, which) ?? CHECKOUT_COM;
  const card = someCard(how);
  const wanted = {
    account: { accountId: account.id },
    shown: fineShown(world, account.id, standing.amountUsdCents, how),
    ...cardInput(provider, card),
  };
  const request = { ...payer(which), requestId: world.program.context.newId() };
  const deps = { fines: world.program.fines, orders: world.program.orders };
  void placing(world, `the fine of account ${account.id} is paid at ${provider} with a card "${card}"`, () =>
    expectOffered(
      world,
      { provider, shownAt },
      async () => isDeepStrictEqual(await readStanding(), standing),
      () => payFine(deps, wanted, request),
    ),
  );
  return true;
};

/** Half of the payers send the id of the quote that they were shown, the others only its amount. */
function fineShown(world: World, account: AccountId, amount: UsdCents, how: number) {
  const { fines } = world.program;
  const shown = { accountId: account, amountUsdCents: amount };
  return how % 4 < 2
    ? { amountUsdCents: amount }
    : { quoteId: makeQuote(fines.quoteKeys, shown, fines.now()).id };
}

/** Pays a fine. Refusing it as changed while its amount is the same, or for want of a connected provider, is a violation. */
async function expectOffered<Placed extends PlacedOrder<string>>(
  { clock, registry, violations }: World,
  { provider, shownAt }: { readonly provider: ProviderNumber; readonly shownAt: Date },
  isAmountSame: () => Promise<boolean>,
  pay: () => Promise<Placed>,
): Promise<Placed> {
  const placed = await pay();
  if (placed.kind !== 'refused') return placed;
  const isUntrue =
    placed.refusal === 'pay-type-not-offered'
      ? registry.has(provider)
      : placed.refusal === 'fine-changed' &&
        clock.now().getTime() === shownAt.getTime() &&
        (await isAmountSame());
  if (isUntrue) violations.push({ kind: 'a fine is refused without a reason', detail: placed.refusal });
  return placed;
}

/** An action on an order: `which` chooses it among those that exist. */
function ofOrder(start: (world: World, orderId: OrderId, how: number) => void): ActionKind['start'] {
  return (world, which, how) => {
    const orderId = at(world.orders, which);
    if (orderId === undefined) return false;
    start(world, orderId, how);
    return true;
  };
}

const payAgain = ofOrder((world, orderId, how) => {
  const card = someCard(how);
  const provider = at(CARD_PROVIDERS_PLAYED, how >> 1) ?? ADYEN;
  act(world, `the payer of ${world.nameOf(orderId)} brings a card of ${provider}, "${card}"`, async () => {
    const order = await requireOrder(world.program.context.db, orderId);
    const again = { orderId, ...cardInput(provider, card) };
    const paid = await payOrderAgain(world.program.orders, order, again, payer(0));
    return paid.kind === 'refused' ? `: refused, ${paid.refusal}` : `: answered ${paid.answer.kind}`;
  });
});

const agreeInWallet = ofOrder((world, orderId, how) => {
  const card = someCard(how);
  act(world, `the payer of ${world.nameOf(orderId)} agrees in the wallet sheet, "${card}"`, async () => {
    const order = await requireOrder(world.program.context.db, orderId);
    const paid = await payByWallet(
      world.program.orders,
      order,
      { walletToken: card, methodType: 'debit' },
      payer(0),
    );
    return paid.kind === 'refused' ? `: refused, ${paid.refusal}` : `: answered ${paid.answer.kind}`;
  });
});

const leave = ofOrder((world, orderId) => {
  act(world, `the payer of ${world.nameOf(orderId)} cancels`, async () => {
    const { context, life, orders } = world.program;
    const key = { idempotencyKey: `cancel-${context.newId()}`, waitMsMax: orders.waitMsMax };
    const call = await life.call('cancel', orderId, { reason: 'left' }, key);
    return `: ${call.kind === 'answered' && call.answer ? 'cancelled' : 'not cancellable'}`;
  });
});

const returnFromBank = ofOrder((world, orderId) => {
  act(world, `the payer of ${world.nameOf(orderId)} returns from the bank`, async () => {
    const { context, life, orders } = world.program;
    const key = { idempotencyKey: `proven-${context.newId()}`, waitMsMax: orders.waitMsMax };
    const call = await life.call('proven', orderId, { proof: null }, key);
    return `: ${call.kind === 'answered' ? call.answer.kind : 'no answer'}`;
  });
});

const wish = ofOrder((world, orderId) => {
  act(world, `the payer of ${world.nameOf(orderId)} asks for the money back`, async () => {
    const at = await requestRefund(world.program.context, orderId, DELIVERY_LIMIT_HOURS);
    return `: ${at === null ? 'too early' : 'noted'}`;
  });
});

export const PAYER_ACTIONS = {
  pay: { weight: 10, start: pay },
  'pay with a saved card': { weight: 4, start: payWithSavedCard },
  'answer the question about a card': { weight: 4, start: answerCardQuestion },
  'open a wallet sheet': { weight: 2, start: openWallet },
  'agree in the wallet sheet': { weight: 3, start: agreeInWallet },
  'order the same again': { weight: 4, start: orderSameAgain },
  'pay a fine': { weight: 4, start: payFineOfBanned },
  'pay again with another card': { weight: 4, start: payAgain },
  cancel: { weight: 2, start: leave },
  'return from the bank': { weight: 4, start: returnFromBank },
  'ask for the money back': { weight: 3, start: wish },
} as const satisfies Record<string, ActionKind>;
