import { readFileSync } from 'node:fs';
import { orderMadeAt, type OrderId, type ProviderNumber } from '@jawhara/domain';
import type { Check } from '../../chaos/check.ts';
import { countTheMoney } from '../../chaos/count-the-money.ts';
import { WALLET_PROVIDERS } from '../../chaos/every-provider.ts';
import type { Evidence } from '../../chaos/evidence.ts';
import { sum } from '../../chaos/sum.ts';

export interface RebuildCounts {
  readonly provider: ProviderNumber;
  readonly inserted: number;
  readonly attempts: number;
  readonly booked: number;
  /** Orders that `ops order rebuild` listed as not brought back. */
  readonly named: readonly string[];
}

interface Drill {
  readonly evidence: Evidence;
  readonly target: Date;
  /** The saved log of the engine. */
  readonly log: string;
  readonly rebuilt: readonly RebuildCounts[];
  readonly again: readonly RebuildCounts[];
  readonly faults: readonly string[];
}

/** Orders for which the engine's log shows a started payment; of other orders it has at most checks. */
function startedOrders(log: string): Set<string> {
  const { rows } = JSON.parse(readFileSync(log, 'utf8')) as {
    rows: readonly { order_id: string; entry_json: string }[];
  };
  const starts = rows.filter(({ entry_json }) => /"Run":\{.*"name":"begin( again)?"/.test(entry_json));
  return new Set(starts.map(({ order_id }) => order_id));
}

/**
 * A wallet's order is opened by one call and paid by another, so the engine's log lacks the opening request. A repeat of that
 * request charges nothing.
 */
function withWalletRequests(evidence: Evidence): Evidence {
  const wallets: readonly ProviderNumber[] = WALLET_PROVIDERS;
  const ofWallets = new Set(
    evidence.payments.filter(({ provider }) => wallets.includes(provider)).map(({ orderId }) => orderId),
  );
  const known = new Set(evidence.requests.map(({ requestId }) => requestId));
  const opened = evidence.payers.flatMap(({ requestId, orderIds }) =>
    known.has(requestId)
      ? []
      : orderIds.filter((id) => ofWallets.has(id)).map((orderId) => ({ requestId, orderId })),
  );
  return { ...evidence, requests: [...evidence.requests, ...opened] };
}

const NOT_FOUND = /order-not-found/;

/** The figures and checks of a drill. The checks of money are those of chaos, without those that have no case in this run. */
export function countDrill(drill: Drill): {
  readonly lines: readonly string[];
  readonly checks: readonly Check[];
} {
  const { target, rebuilt, again, faults } = drill;
  const started = startedOrders(drill.log);
  const { books, payers, orders, entries, balances } = drill.evidence;
  const stored = new Set(orders.map(({ id }) => id));
  const charged = new Set(books.flatMap(({ reference }) => reference ?? []));
  const named = new Set(rebuilt.flatMap((one) => one.named));
  const seen = new Set([...payers.flatMap(({ orderIds }) => orderIds), ...charged]);
  const later = [...seen].filter((id) => orderMadeAt(id as OrderId) >= target);
  const missing = [...seen].filter((id) => !stored.has(id));
  // Orders for which only a wallet's sheet was opened: no payment was requested, so no provider has them in its books.
  const unbegun = missing.filter((id) => !started.has(id) && !charged.has(id));
  const isUnbegun = new Set(unbegun);
  const lost = missing.filter((id) => !isUnbegun.has(id));
  const evidence = withWalletRequests({
    ...drill.evidence,
    payers: payers.map((one) => ({ ...one, orderIds: one.orderIds.filter((id) => !isUnbegun.has(id)) })),
  });
  const notFound = faults.filter((fault) => NOT_FOUND.test(fault));
  const more = (counts: readonly RebuildCounts[]): number =>
    sum(counts.map(({ inserted, attempts, booked }) => inserted + attempts + booked));
  const money = countTheMoney(evidence).filter(({ counted, breaches }) => counted > 0 || breaches.length > 0);
  const checks: Check[] = [
    {
      truth: 'every order whose payment was begun after the restore point is back, or named',
      counted: later.length - unbegun.length,
      breaches: lost.filter((id) => !named.has(id)).map((id) => `${id}: neither back nor named`),
    },
    {
      truth: 'the second rebuild brings nothing',
      counted: more(rebuilt),
      breaches: more(again) === 0 ? [] : [`${more(again)} changes more`],
    },
    {
      truth: 'no payer met something that cannot be',
      counted: payers.length,
      breaches: notFound.length <= unbegun.length ? faults.filter((fault) => !NOT_FOUND.test(fault)) : faults,
    },
    ...money,
  ];
  const captured = sum(books.map((one) => one.captured - one.refunded));
  const booked = sum(
    entries
      .filter(({ account, unit }) => account.startsWith('provider:') && unit !== 'gems')
      .map(({ amount }) => amount),
  );
  const lines = [
    `  orders ${orders.length}; placed after the restore point ${later.length}: back ${later.filter((id) => stored.has(id)).length}, named ${lost.filter((id) => named.has(id)).length}, wallet’s sheet open and nothing asked for ${unbegun.length}`,
    ...rebuilt.map(
      (one) =>
        `  provider ${one.provider}: inserted ${one.inserted}, attempts added ${one.attempts}, booked as reported ${one.booked}, named ${one.named.length}`,
    ),
    `  cents at providers ${captured}, in our ledger ${booked}; gems on accounts ${sum(balances.map(({ gems }) => gems))}`,
  ];
  return { lines, checks };
}
