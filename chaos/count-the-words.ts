import type { Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** Checks the results that payers saw. */
export function countTheWords(evidence: Evidence): Check[] {
  return [
    oneRequestIsOneOrder(evidence),
    noOrderIsLost(evidence),
    payerResultsAreTrue(evidence),
    pausedMeansNothingWasCharged(evidence),
  ];
}

function oneRequestIsOneOrder({ payers, requests }: Evidence): Check {
  const made = groupBy(requests, ({ requestId }) => requestId);
  const breaches = payers
    .map(({ requestId, orderIds }) => {
      const known = made.get(requestId)?.map(({ orderId }) => orderId) ?? [];
      return { requestId, orders: new Set([...orderIds, ...known]).size };
    })
    .filter(({ orders }) => orders > 1)
    .map(({ requestId, orders }) => `${requestId}: ${orders} orders`);
  return { truth: 'the same request id is one order', counted: payers.length, breaches };
}

function noOrderIsLost(evidence: Evidence): Check {
  const orders = new Set(evidence.orders.map(({ id }) => id));
  const ofRequest = new Map(evidence.requests.map(({ requestId, orderId }) => [requestId, orderId]));
  const breaches: string[] = [];
  let counted = 0;
  for (const { requestId, orderIds } of evidence.payers) {
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

/** Alerts about money that came, or went back, after the payer had seen "not paid". */
const LATE_RESULT_ALERTS = ['late-confirmation', 'returned-before-delivery'];

function payerResultsAreTrue(evidence: Evidence): Check {
  // Entries above zero only: a credit that was refunded later is still a credit.
  const credited = new Set(
    evidence.entries
      .filter(({ account, unit, amount }) => unit === 'gem' && account.startsWith('account:') && amount > 0)
      .map(({ orderId }) => orderId),
  );
  const decidedResults = evidence.payers.filter(({ end }) => end !== 'open');
  const alerted = new Set(
    evidence.alerts.filter(({ kind }) => LATE_RESULT_ALERTS.includes(kind)).map(({ orderId }) => orderId),
  );
  const breaches: string[] = [];
  for (const { requestId, orderIds, end } of decidedResults) {
    for (const orderId of orderIds) {
      if (end === 'paid' && !credited.has(orderId)) breaches.push(`${requestId}: told paid, never credited`);
      // Money that came after "not paid" is delivered all the same, and an alert is raised.
      if (end === 'not-paid' && credited.has(orderId) && !alerted.has(orderId)) {
        breaches.push(`${requestId}: told not paid, credited without a word`);
      }
    }
  }
  return { truth: 'what payers were told is so', counted: decidedResults.length, breaches };
}

function pausedMeansNothingWasCharged({ payers, requests, books }: Evidence): Check {
  const ofRequest = new Map(requests.map(({ requestId, orderId }) => [requestId, orderId]));
  const charged = new Set(books.filter(({ captured }) => captured > 0).map(({ reference }) => reference));
  const breaches = payers
    .filter(({ wasPaused, requestId }) => wasPaused && charged.has(ofRequest.get(requestId) ?? ''))
    .map(({ requestId }) => `${requestId}: told that nothing was charged, and it was`);
  return { truth: 'told "nothing was charged": nothing was', counted: payers.length, breaches };
}
