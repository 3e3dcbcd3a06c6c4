import type { Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';
import { reckonOrders } from './reckon-orders.ts';

/** Checks whether each payment is accepted, second or of a wrong amount (its standing), and how it was handled. */
export function countThePayments(evidence: Evidence): Check[] {
  return [
    onePaymentIsAccepted(evidence),
    secondPaymentsGoBack(evidence),
    turnedOrdersKeepOne(evidence),
    wrongAmountsAreHeld(evidence),
  ];
}

function onePaymentIsAccepted(evidence: Evidence): Check {
  const ours = groupBy(
    evidence.payments.filter(({ standing }) => standing === 'kept'),
    ({ orderId }) => orderId,
  );
  const orders = reckonOrders(evidence);
  const breaches = orders.flatMap(({ order: { id }, acceptedPayment }) => {
    const count = ours.get(id)?.length ?? 0;
    if (count > 1) return [`${id}: we keep ${count}`];
    if (acceptedPayment === null)
      return count === 0 ? [] : [`${id}: we keep a payment that no provider has made`];
    if (count === 1 && acceptedPayment.ours === ours.get(id)?.[0]) return [];
    return [
      `${id}: ${acceptedPayment.booked.id} of provider ${acceptedPayment.booked.provider} is the price, and we keep another or none`,
    ];
  });
  const counted = orders.filter(({ acceptedPayment }) => acceptedPayment !== null).length;
  return { truth: 'where the price was paid one payment is kept, elsewhere none', counted, breaches };
}

/** Second payments, charged by a provider's mistake or by a provider that had not answered before, are refunded. */
function secondPaymentsGoBack(evidence: Evidence): Check {
  const again = new Set(evidence.chargedAgain);
  const sent = new Map(
    evidence.refunds
      .filter(({ cause }) => cause === 'second-payment')
      .map(({ orderId, provider, providerPaymentId, state }) => [
        `${orderId} ${provider} ${providerPaymentId}`,
        state,
      ]),
  );
  const breaches: string[] = [];
  let counted = 0;
  for (const { order, payments } of reckonOrders(evidence)) {
    const seconds = payments.filter(({ standing }) => standing === 'second');
    if (again.has(order.id) && payments.length < 2)
      breaches.push(`${order.id}: charged twice, the books have ${payments.length}`);
    for (const { booked, ours } of seconds) {
      counted += 1;
      const state = sent.get(`${order.id} ${booked.provider} ${ours?.providerPaymentId}`);
      if (ours?.standing !== 'second')
        breaches.push(
          `${order.id}: ${booked.id} is one too many, we say ${ours?.standing ?? ours?.state ?? 'nothing'}`,
        );
      else if (state === undefined) breaches.push(`${order.id}: nobody sends ${booked.id} back`);
      else if (state === 'due') breaches.push(`${order.id}: the refund of ${booked.id} never ended`);
    }
  }
  return { truth: 'second payments are sent back by themselves', counted, breaches };
}

function turnedOrdersKeepOne(evidence: Evidence): Check {
  const turned = new Set(evidence.turned);
  const orders = reckonOrders(evidence).filter(({ order }) => turned.has(order.id));
  const breaches = orders.flatMap(({ order: { id }, payments }) => {
    const acceptedPayments = payments.filter(({ standing }) => standing === 'kept');
    const ours = evidence.payments.filter(({ orderId, standing }) => orderId === id && standing === 'kept');
    const isSame =
      acceptedPayments.length === ours.length &&
      acceptedPayments.every(({ booked }, i) => booked.provider === ours[i]?.provider);
    if (isSame) return [];
    const names = (all: readonly number[]): string => all.join(' and ') || 'nobody';
    const [one, two] = [
      acceptedPayments.map(({ booked }) => booked.provider),
      ours.map(({ provider }) => provider),
    ];
    return [`${id}: kept by ${names(one)}, we think by ${names(two)}`];
  });
  return {
    truth: 'an order that went to another provider is kept by one, and we know by which',
    counted: orders.length,
    breaches,
  };
}

function wrongAmountsAreHeld(evidence: Evidence): Check {
  const raised = new Set(
    evidence.alerts
      .filter(({ kind }) => kind === 'amount-mismatch')
      .map(({ orderId, providerPaymentId }) => `${orderId} ${providerPaymentId}`),
  );
  const breaches: string[] = [];
  let counted = 0;
  for (const { order, payments, acceptedPayment } of reckonOrders(evidence)) {
    const { id, isHeld, state } = order;
    const wrong = payments.filter(({ standing }) => standing === 'wrong-amount');
    counted += wrong.length;
    for (const { booked, ours } of wrong) {
      if (ours?.standing !== 'wrong-amount')
        breaches.push(`${id}: the wrong amount of ${booked.id} is not known`);
      else if (!raised.has(`${id} ${ours.providerPaymentId}`))
        breaches.push(`${id}: nobody was told of the wrong amount of ${booked.id}`);
    }
    // If the right amount was paid too, or the wrong amount has gone back, there is nothing to decide and the order is not held.
    const mustHold = acceptedPayment === null && wrong.some(({ leftCents }) => leftCents > 0);
    if (isHeld !== mustHold)
      breaches.push(`${id}: ${isHeld ? 'held for nothing' : 'a wrong amount came, and it is not held'}`);
    if (mustHold && state === 'delivered') breaches.push(`${id}: delivered for a wrong amount`);
  }
  return { truth: 'a wrong amount is held, undelivered and raised', counted, breaches };
}
