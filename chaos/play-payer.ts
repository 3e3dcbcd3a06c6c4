import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderPlaced, OrderResult } from '@jawhara/contract';
import {
  isUndecided,
  takesCards,
  type CardProvider,
  type OrderId,
  type PayerProof,
  type OrderedWith,
} from '@jawhara/domain';
import {
  PRESS_AGAIN_AFTER_MS,
  untilAnswered,
  type ConsentRecord,
  type PayerWorld,
  type PayerRecord,
} from './payer-world.ts';
import { kindOf, type PlannedOrder } from './plan-orders.ts';
import { playSheet } from './play-sheet.ts';

const TRIES_MAX = 40;
const POLL_EVERY_MS = 2_500;

/** Plays a visitor from the press on pay to the gems, who repeats every call that gets no response. */
export async function playPayer(world: PayerWorld, order: PlannedOrder): Promise<void> {
  await sleep(order.startsAfterMs);
  const { provider } = order;
  const card: OrderedWith = takesCards(provider)
    ? await world.sandbox.card(provider, kindOf(order.kind).card)
    : { walletSheet: true };
  const bought = await buy(world, order, card);
  if (bought === null) return;
  const { payerRecord, placed } = bought;
  if (order.mailTo !== null) await agreeToMail(world, order, placed.orderId, order.mailTo);
  // A payer who closed the page sees no result.
  if (!takesCards(provider) && (await playSheet(world, order, placed.orderId)) === 'left') return;
  payerRecord.end = await watch(world, order, placed.orderId);
  if (order.kind === 'charged-twice' && payerRecord.end === 'paid') {
    await world.sandbox.chargeAgain(placed.orderId);
    world.chargedAgain(placed.orderId);
  }
}

async function agreeToMail(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  address: string,
): Promise<void> {
  const consent: ConsentRecord = { orderId, address, isAnswered: false };
  world.agreed(consent);
  const reply = await untilAnswered(world, () => world.shop.giveAddress(order, orderId, address));
  if (reply.kind === 'refused') throw new Error(`${order.name}: its address was refused: ${reply.refusal}`);
  consent.isAnswered = reply.kind === 'answered';
}

async function buy(
  world: PayerWorld,
  order: PlannedOrder,
  card: OrderedWith,
): Promise<{ payerRecord: PayerRecord; placed: OrderPlaced } | null> {
  for (let tries = 1; tries <= TRIES_MAX && !world.isOver(); tries += 1) {
    const payerRecord: PayerRecord = {
      requestId: `${order.name}-${tries}`,
      orderIds: new Set(),
      wasPaused: false,
      end: 'open',
    };
    world.tell(payerRecord);
    const presses = Array.from({ length: order.presses }, () => press(world, order, card, payerRecord));
    const placed = (await Promise.all(presses)).filter((one) => one !== null);
    if (placed[0] && !payerRecord.wasPaused) return { payerRecord, placed: placed[0] };
    // The page said that nothing was charged, so the payer tries again with a new request id.
    await sleep(PRESS_AGAIN_AFTER_MS);
  }
  return null;
}

/** Places the order; null if the shop refuses it. A call without a response is repeated with the same request id. */
async function press(
  world: PayerWorld,
  order: PlannedOrder,
  card: OrderedWith,
  payerRecord: PayerRecord,
): Promise<OrderPlaced | null> {
  const reply = await untilAnswered(world, () => world.shop.buy(order, payerRecord.requestId, card));
  if (reply.kind === 'answered') {
    payerRecord.orderIds.add(reply.value.orderId);
    return reply.value;
  }
  if (reply.kind === 'refused' && reply.refusal === 'payments-paused') payerRecord.wasPaused = true;
  else if (reply.kind === 'refused')
    throw new Error(`${payerRecord.requestId} was refused: ${reply.refusal}`);
  return null;
}

/** A payer's state while following the order. */
interface Watching {
  /** The payer's reaction to the next bank challenge; undefined if none was planned. */
  atBank: 'passes' | 'fails' | 'leaves' | undefined;
  /** The proof from the bank's page, once the payer was there. */
  proof: PayerProof | null | undefined;
  silentSince: number | null;
  /** Whether the payer will cancel, as soon as the order allows it. */
  cancels: boolean;
}

/** Polls the order as the page does; a bank challenge, now or after a crash, is answered as planned. */
async function watch(world: PayerWorld, order: PlannedOrder, orderId: OrderId): Promise<PayerRecord['end']> {
  const { atBank, cancels = false } = kindOf(order.kind);
  const watching: Watching = { atBank, proof: undefined, silentSince: null, cancels };
  while (!world.isOver()) {
    const reply = await world.shop.status(order, orderId);
    if (reply.kind === 'refused')
      throw new Error(`${order.name}: its own order ${orderId} is ${reply.refusal}`);
    if (reply.kind === 'answered') {
      const { result, state, creditedAt } = reply.value;
      if (result === 1) return 'not-paid';
      // A paid order whose money went back before delivery gets no gems, so its payer stops waiting too.
      if (result === 0 && (creditedAt !== null || state !== 'paid')) return 'paid';
      if (state === 'awaiting-payer' && watching.atBank === 'leaves') return 'open';
      if (watching.cancels && isUndecided(state)) await cancel(world, order, orderId, watching);
      else if (state === 'awaiting-payer') await goToBank(world, order, orderId, watching);
      else await turnElsewhere(world, order, orderId, reply.value, watching);
    }
    await sleep(POLL_EVERY_MS);
  }
  return 'open';
}

/** Cancels the order. A payer with a planned bank challenge cancels only when it has come, and still answers the bank. */
async function cancel(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  watching: Watching,
): Promise<void> {
  const { atBank } = watching;
  const info = atBank === undefined ? null : await world.shop.order(order, orderId);
  const challenge = info?.kind === 'answered' ? info.value.challenge : null;
  if (atBank !== undefined && challenge === null) return;
  await untilAnswered(world, () => world.shop.cancel(order, orderId));
  watching.cancels = false;
  if (challenge !== null && atBank !== undefined && atBank !== 'leaves')
    await world.sandbox.answerBank(challenge, atBank);
}

/** Visits the bank's page once, and sends the proof from there to the shop until a call gets a response. */
async function goToBank(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  watching: Watching,
): Promise<void> {
  const answer = watching.atBank;
  if (answer === undefined || answer === 'leaves') return;
  if (watching.proof === undefined) {
    const reply = await world.shop.order(order, orderId);
    if (reply.kind !== 'answered' || reply.value.challenge === null) return;
    await sleep(order.atBankForMs);
    watching.proof = await world.sandbox.answerBank(reply.value.challenge, answer);
  }
  const { proof } = watching;
  await untilAnswered(world, () => world.shop.proven(order, orderId, proof));
}

/** Pays through another provider if the first does not respond and the page offers it. */
async function turnElsewhere(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  { triedProviders }: OrderResult,
  watching: Watching,
): Promise<void> {
  if (!triedProviders) return;
  watching.silentSince ??= Date.now();
  const next = order.turnsTo.find((provider) => !triedProviders.includes(provider));
  if (next === undefined || Date.now() - watching.silentSince < order.patienceMs) return;
  await payAgain(world, order, orderId, next);
  world.turned(orderId);
  Object.assign(watching, {
    atBank: 'passes',
    proof: undefined,
    silentSince: null,
  } satisfies Partial<Watching>);
}

async function payAgain(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  provider: CardProvider,
): Promise<void> {
  const card = await world.sandbox.card(provider, order.cardAgain);
  const reply = await untilAnswered(world, () => world.shop.payAgain(order, orderId, provider, card));
  // The first payment may have succeeded without a response and been disputed already, which restricts the payer; the checks
  // after the run find out whether that is so.
  if (reply.kind === 'refused' && reply.refusal === 'payer-restricted') world.turnedDown(orderId);
  else if (reply.kind === 'refused')
    throw new Error(`${order.name}: not taken by provider ${provider}: ${reply.refusal}`);
}
