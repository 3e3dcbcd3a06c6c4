import { isUndecided } from '@jawhara/domain';
import type { Check } from './check.ts';
import { countTheCents, tellsOfWrongAmount } from './count-the-cents.ts';
import type { Evidence, OrderFact } from './evidence.ts';
import { groupBy } from './group-by.ts';

export function countTheMoney(evidence: Evidence): Check[] {
  return [
    keptPaymentsAreCreditedOnce(evidence),
    creditsHaveTheirPayment(evidence),
    balancesAreTheCredits(evidence),
    onePaymentIsKept(evidence),
    ...countTheCents(evidence),
    transfersSumToZero(evidence),
    notificationsAreProcessed(evidence),
    nothingIsStuck(evidence),
    wrongAmountsAreHeld(evidence),
    oneRequestIsOneOrder(evidence),
    noOrderIsLost(evidence),
    payersWereToldTheTruth(evidence),
    pausedMeansNothingWasCharged(evidence),
  ];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const ordersById = ({ orders }: Evidence): Map<string, OrderFact> =>
  new Map(orders.map((order) => [order.id, order]));

const keptAtProvider = ({ books }: Evidence) =>
  books.filter(({ captured, refunded }) => captured - refunded > 0);

const creditsOf = ({ entries }: Evidence) =>
  entries.filter(
    ({ kind, account, unit }) => kind === 'credit' && unit === 'gem' && account.startsWith('account:'),
  );

function keptPaymentsAreCreditedOnce(evidence: Evidence): Check {
  const orders = ordersById(evidence);
  const credits = groupBy(creditsOf(evidence), ({ orderId }) => orderId);
  const transfers = groupBy(
    evidence.transfers.filter(({ kind }) => kind === 'credit'),
    ({ orderId }) => orderId,
  );
  const breaches: string[] = [];
  let counted = 0;
  for (const payment of keptAtProvider(evidence)) {
    const order = orders.get(payment.reference ?? '');
    if (!order) {
      breaches.push(`${payment.id}: kept for an order we do not know`);
      continue;
    }
    // A wrong amount is counted by its own truth.
    if (payment.captured !== order.priceUsdCents) continue;
    counted += 1;
    const credited = credits.get(order.id) ?? [];
    if (credited.length !== 1 || transfers.get(order.id)?.length !== 1) {
      breaches.push(`${order.id}: paid, credited ${credited.length} times`);
    } else if (credited[0]?.amount !== order.gems || credited[0].account !== `account:${order.recipientId}`) {
      breaches.push(
        `${order.id}: ${order.gems} gems bought, ${credited[0]?.amount} to ${credited[0]?.account}`,
      );
    }
  }
  return { truth: 'every kept payment has one credit of exactly its gems', counted, breaches };
}

function creditsHaveTheirPayment(evidence: Evidence): Check {
  const kept = groupBy(keptAtProvider(evidence), ({ reference }) => reference ?? '');
  const credits = creditsOf(evidence);
  const orders = ordersById(evidence);
  const breaches = credits
    .filter(
      ({ orderId }) =>
        !kept.get(orderId)?.some(({ captured }) => captured === orders.get(orderId)?.priceUsdCents),
    )
    .map(({ orderId }) => `${orderId}: credited, and the provider kept nothing for it`);
  return { truth: 'no credit without a captured payment', counted: credits.length, breaches };
}

function balancesAreTheCredits(evidence: Evidence): Check {
  const inLedger = groupBy(
    evidence.entries.filter(({ account, unit }) => unit === 'gem' && account.startsWith('account:')),
    ({ account }) => account,
  );
  const balances = new Map(evidence.balances.map(({ accountId, gems }) => [`account:${accountId}`, gems]));
  const accounts = new Set([...inLedger.keys(), ...balances.keys()]);
  const breaches: string[] = [];
  for (const account of accounts) {
    const credited = sum((inLedger.get(account) ?? []).map(({ amount }) => amount));
    const balance = balances.get(account) ?? 0;
    if (credited !== balance) breaches.push(`${account}: ${credited} gems in the ledger, balance ${balance}`);
  }
  return { truth: 'credited gems are the balance of each account', counted: accounts.size, breaches };
}

function onePaymentIsKept(evidence: Evidence): Check {
  const prices = new Map(evidence.orders.map(({ id, priceUsdCents }) => [id, priceUsdCents]));
  const kept = groupBy(
    keptAtProvider(evidence).filter(({ reference, captured }) => captured === prices.get(reference ?? '')),
    ({ reference }) => reference ?? '',
  );
  const ours = groupBy(
    evidence.payments.filter(({ isKept }) => isKept),
    ({ orderId }) => orderId,
  );
  const breaches = [
    ...[...kept]
      .filter(([, payments]) => payments.length > 1)
      .map(([id, payments]) => `${id}: the providers keep ${payments.length}`),
    ...[...ours]
      .filter(([, payments]) => payments.length > 1)
      .map(([id, payments]) => `${id}: we keep ${payments.length}`),
  ];
  return { truth: 'at most one kept payment per order', counted: kept.size, breaches };
}

function transfersSumToZero(evidence: Evidence): Check {
  const groups = groupBy(evidence.entries, ({ orderId, kind, unit }) => `${orderId} ${kind} ${unit}`);
  const breaches = [...groups]
    .map(([name, entries]) => ({ name, total: sum(entries.map(({ amount }) => amount)) }))
    .filter(({ total }) => total !== 0)
    .map(({ name, total }) => `${name}: sums to ${total}`);
  return { truth: 'each transfer sums to zero per unit', counted: groups.size, breaches };
}

function notificationsAreProcessed({ notifications }: Evidence): Check {
  const breaches = notifications
    .filter(({ orderId, isProcessed }) => orderId === null || !isProcessed)
    .map(
      ({ id, orderId }) =>
        `${id}: ${orderId === null ? 'belongs to no order' : `of order ${orderId}, not processed`}`,
    );
  return { truth: 'every stored notification is processed', counted: notifications.length, breaches };
}

function nothingIsStuck({ orders, unfinishedFlows }: Evidence): Check {
  const stuck = orders
    .filter(
      ({ state, isHeld, hasRivals }) => (isUndecided(state) && !isHeld) || state === 'paid' || hasRivals,
    )
    .map(({ id, state, hasRivals }) => `${id}: still ${hasRivals ? 'asking several providers' : state}`);
  const flows = unfinishedFlows.map((flow) => `the engine still has ${flow}`);
  return { truth: 'no order and no flow is stuck', counted: orders.length, breaches: [...stuck, ...flows] };
}

function wrongAmountsAreHeld(evidence: Evidence): Check {
  const orders = ordersById(evidence);
  const credited = new Set(evidence.transfers.map(({ orderId }) => orderId));
  const isRaised = tellsOfWrongAmount(evidence);
  const kept = keptAtProvider(evidence);
  const wrongPayments = kept.filter(
    ({ reference, captured }) => captured !== orders.get(reference ?? '')?.priceUsdCents,
  );
  const wrong = wrongPayments.flatMap(({ reference }) => orders.get(reference ?? '') ?? []);
  const held = evidence.orders.filter(({ isHeld }) => isHeld);
  const breaches = wrongPayments
    .filter((payment) => !isRaised(payment))
    .map(({ id, reference }) => `${reference}: nobody was told of the wrong amount of ${id}`);
  for (const { id, isHeld, priceUsdCents } of new Set([...wrong, ...held])) {
    // Another provider may have brought the right amount before.
    const isPaidElsewhere = kept.some(
      ({ reference, captured }) => reference === id && captured === priceUsdCents,
    );
    if (credited.has(id) && !isPaidElsewhere)
      breaches.push(`${id}: a wrong amount came, and gems were credited`);
    if (!isHeld && !credited.has(id)) breaches.push(`${id}: a wrong amount came, and it is not held`);
    if (isHeld && !wrongPayments.some(({ reference }) => reference === id))
      breaches.push(`${id}: held, and no wrong amount came`);
    if (isHeld && isPaidElsewhere)
      breaches.push(`${id}: the right amount came as well, and it is still held`);
  }
  return { truth: 'a wrong amount is held, undelivered and raised', counted: wrong.length, breaches };
}

function oneRequestIsOneOrder({ told, requests }: Evidence): Check {
  const made = groupBy(requests, ({ requestId }) => requestId);
  const breaches = told
    .map(({ requestId, orderIds }) => {
      const known = made.get(requestId)?.map(({ orderId }) => orderId) ?? [];
      return { requestId, orders: new Set([...orderIds, ...known]).size };
    })
    .filter(({ orders }) => orders > 1)
    .map(({ requestId, orders }) => `${requestId}: ${orders} orders`);
  return { truth: 'the same request id is one order', counted: told.length, breaches };
}

function noOrderIsLost(evidence: Evidence): Check {
  const orders = ordersById(evidence);
  const ofRequest = new Map(evidence.requests.map(({ requestId, orderId }) => [requestId, orderId]));
  const breaches: string[] = [];
  let counted = 0;
  for (const { requestId, orderIds } of evidence.told) {
    for (const orderId of orderIds) {
      counted += 1;
      if (!orders.has(orderId))
        breaches.push(`${requestId}: was told order ${orderId}, which does not exist`);
      else if (ofRequest.get(requestId) !== orderId)
        breaches.push(`${requestId}: order ${orderId} is not its own`);
    }
  }
  return { truth: 'every order a client was told of exists', counted, breaches };
}

function payersWereToldTheTruth(evidence: Evidence): Check {
  const credited = new Set(evidence.transfers.map(({ orderId }) => orderId));
  const heard = evidence.told.filter(({ end }) => end !== 'open');
  const alerted = new Set(
    evidence.alerts.filter(({ kind }) => kind === 'late-confirmation').map(({ orderId }) => orderId),
  );
  const breaches: string[] = [];
  for (const { requestId, orderIds, end } of heard) {
    for (const orderId of orderIds) {
      if (end === 'paid' && !credited.has(orderId)) breaches.push(`${requestId}: told paid, never credited`);
      // Money that came after the no is delivered all the same, and a person is told.
      if (end === 'not-paid' && credited.has(orderId) && !alerted.has(orderId)) {
        breaches.push(`${requestId}: told not paid, credited without a word`);
      }
    }
  }
  return { truth: 'what payers were told is so', counted: heard.length, breaches };
}

function pausedMeansNothingWasCharged({ told, requests, books }: Evidence): Check {
  const ofRequest = new Map(requests.map(({ requestId, orderId }) => [requestId, orderId]));
  const charged = new Set(books.filter(({ captured }) => captured > 0).map(({ reference }) => reference));
  const breaches = told
    .filter(({ wasPaused, requestId }) => wasPaused && charged.has(ofRequest.get(requestId) ?? ''))
    .map(({ requestId }) => `${requestId}: told that nothing was charged, and it was`);
  return { truth: 'told "nothing was charged": nothing was', counted: told.length, breaches };
}
