import { CARD_PROVIDERS } from './card-provider.ts';
import type { Check } from './check.ts';
import type { Evidence, OrderFact } from './evidence.ts';
import { groupBy } from './group-by.ts';
import type { BookedPayment } from './sandbox-controls.ts';

/**
 * What the three providers' books hold for each order, against what was credited. The money side is theirs alone: nothing
 * here asks our own tables what a provider took.
 */
export function countTheCents(evidence: Evidence): Check[] {
  return [
    ordersKeepTheirPrice(evidence),
    providersKeepWhatTheLedgerSays(evidence),
    secondPaymentsWentBack(evidence),
    turnedOrdersKeepOne(evidence),
  ];
}

const keptCents = (payments: readonly BookedPayment[]): number =>
  payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);

interface OrderBooks {
  readonly order: OrderFact;
  /** Of all providers. */
  readonly payments: readonly BookedPayment[];
}

/** Whether a person was told that this provider took another amount for this order. Provider 6 has two names for a payment, so its own is not asked for. */
export function tellsOfWrongAmount({
  alerts,
  payments,
}: Evidence): (booked: Pick<BookedPayment, 'reference' | 'provider'>) => boolean {
  const raised = new Set(
    alerts
      .filter(({ kind }) => kind === 'amount-mismatch')
      .map(({ orderId, providerPaymentId }) => `${orderId} ${providerPaymentId}`),
  );
  const told = new Set(
    payments
      .filter(({ orderId, providerPaymentId }) => raised.has(`${orderId} ${providerPaymentId}`))
      .map(({ orderId, provider }) => `${orderId} ${provider}`),
  );
  return ({ reference, provider }) => told.has(`${reference} ${provider}`);
}

/** Payments of another amount than the price are left out once they were raised: those are a person's, by their own truth. */
function booksOfOrders(evidence: Evidence): OrderBooks[] {
  const { orders, books } = evidence;
  const byOrder = groupBy(books, ({ reference }) => reference ?? '');
  const isRaised = tellsOfWrongAmount(evidence);
  return orders.map((order) => ({
    order,
    payments: (byOrder.get(order.id) ?? []).filter(
      (booked) => booked.captured > 0 && (booked.captured === order.priceUsdCents || !isRaised(booked)),
    ),
  }));
}

function ordersKeepTheirPrice(evidence: Evidence): Check {
  const credited = new Set(evidence.transfers.map(({ orderId }) => orderId));
  const breaches = booksOfOrders(evidence).flatMap(({ order, payments }) => {
    const kept = keptCents(payments);
    const due = credited.has(order.id) ? order.priceUsdCents : 0;
    if (kept === due) return [];
    return [`${order.id}: the providers keep ${kept} cents, and it was credited for ${due}`];
  });
  return {
    truth: 'the providers together keep the price of a credited order, and nothing of any other',
    counted: evidence.orders.length,
    breaches,
  };
}

function providersKeepWhatTheLedgerSays(evidence: Evidence): Check {
  const payments = booksOfOrders(evidence).flatMap((order) => order.payments);
  const breaches = CARD_PROVIDERS.flatMap((provider) => {
    const kept = keptCents(payments.filter((payment) => payment.provider === provider));
    const booked = evidence.entries
      .filter(({ account, unit }) => account === `provider:${provider}` && unit === 'usd-cent')
      .reduce((sum, { amount }) => sum + amount, 0);
    return kept === booked ? [] : [`provider ${provider} keeps ${kept} cents, our ledger says ${booked}`];
  });
  return {
    truth: 'each provider keeps what our ledger says it owes us, to the cent',
    counted: payments.length,
    breaches,
  };
}

/** Whoever charged a second time: the provider by mistake, or a provider that had been silent. */
function secondPaymentsWentBack(evidence: Evidence): Check {
  const again = new Set(evidence.chargedAgain);
  const twice = booksOfOrders(evidence).filter(
    ({ order, payments }) => payments.length > 1 || again.has(order.id),
  );
  const breaches: string[] = [];
  for (const { order, payments } of twice) {
    const back = payments.filter(({ captured, refunded }) => refunded === captured);
    if (payments.length < 2 || back.length !== payments.length - 1)
      breaches.push(`${order.id}: charged ${payments.length} times, ${back.length} went back`);
    const ours = evidence.payments.filter(
      ({ orderId, state }) => orderId === order.id && state === 'refunded',
    );
    if (ours.length !== back.length)
      breaches.push(`${order.id}: ${back.length} went back, we know of ${ours.length}`);
  }
  for (const { orderId, state } of evidence.payments) {
    if (state === 'refunding') breaches.push(`${orderId}: its refund never ended`);
  }
  return { truth: 'second payments went back by themselves', counted: twice.length, breaches };
}

function turnedOrdersKeepOne(evidence: Evidence): Check {
  const turned = new Set(evidence.turned);
  const orders = booksOfOrders(evidence).filter(({ order }) => turned.has(order.id));
  const breaches = orders.flatMap(({ order, payments }) => {
    const kept = payments.filter(({ captured, refunded }) => captured > refunded);
    const ours = evidence.payments.filter(({ orderId, isKept }) => orderId === order.id && isKept);
    const isSame =
      kept.length === ours.length && kept.every(({ provider }, i) => provider === ours[i]?.provider);
    if (kept.length <= 1 && isSame) return [];
    const names = (all: readonly { readonly provider: number }[]): string =>
      all.map(({ provider }) => provider).join(' and ') || 'nobody';
    return [`${order.id}: kept by ${names(kept)}, we think by ${names(ours)}`];
  });
  return {
    truth: 'an order that went to another provider is kept by one, and we know by which',
    counted: orders.length,
    breaches,
  };
}
