import type { Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** Checks the results that payers saw. */
export function countTheWords(evidence: Evidence): Check[] {
  return [
    oneRequestIsOneOrder(evidence),
    noOrderIsLost(evidence),
    payersWereToldTheTruth(evidence),
    pausedMeansNothingWasCharged(evidence),
  ];
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
  const orders = new Set(evidence.orders.map(({ id }) => id));
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

/** Alerts about money that came, or was returned, after the payer had seen "not paid". */
const TOLD_LATE = ['late-confirmation', 'returned-before-delivery'];

function payersWereToldTheTruth(evidence: Evidence): Check {
  // Entries above zero only: a credit that was refunded later is still a credit.
  const credited = new Set(
    evidence.entries
      .filter(({ account, unit, amount }) => unit === 'gem' && account.startsWith('account:') && amount > 0)
      .map(({ orderId }) => orderId),
  );
  const heard = evidence.told.filter(({ end }) => end !== 'open');
  const alerted = new Set(
    evidence.alerts.filter(({ kind }) => TOLD_LATE.includes(kind)).map(({ orderId }) => orderId),
  );
  const breaches: string[] = [];
  for (const { requestId, orderIds, end } of heard) {
    for (const orderId of orderIds) {
      if (end === 'paid' && !credited.has(orderId)) breaches.push(`${requestId}: told paid, never credited`);
      // Money that came after "not paid" is delivered all the same, and an alert is raised.
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
