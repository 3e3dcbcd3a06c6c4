import { randomUUID } from 'node:crypto';
import { CHECKOUT_COM, type OrderId, type SettlementDay } from '@jawhara/domain';
import * as ledgerCheck from '../../apps/api/src/ledger/ledger-check.store.ts';
import * as onBooks from '../../apps/api/src/orders/store/on-books.store.ts';
import * as settlement from '../../apps/api/src/reconciliation/settlement.store.ts';
import type { Asking, SamplesOf } from './sample.ts';

const PAGE = 100;
const HOUR_MS = 3_600_000;

const spanOf = ({ rows }: Asking) => ({ from: new Date(rows.now.getTime() - HOUR_MS), to: rows.now });
const dayOf = ({ rows }: Asking): SettlementDay =>
  (rows.decided.creditedAt ?? rows.now).toISOString().slice(0, 10) as SettlementDay;
const ids = ({ rows }: Asking): OrderId[] => [rows.decided.id, rows.open.id];

const file = (asking: Asking) => ({
  id: randomUUID(),
  provider: CHECKOUT_COM,
  day: dayOf(asking),
  name: 'financial-actions_sample.csv',
  digest: Buffer.alloc(32),
  readAt: asking.rows.now,
});

export const onBooksSamples = {
  ordersKnown: (asking) => onBooks.ordersKnown(asking.db, ids(asking)),
  ordersOfPayments: ({ db, rows }) => onBooks.ordersOfPayments(db, 13, [rows.providerPaymentId]),
  ordersThatAre: (asking) => onBooks.ordersThatAre(asking.db, ids(asking)),
  paidBetween: async (asking) => {
    const { next } = await onBooks.paidBetween(asking.db, 13, spanOf(asking), null, 1);
    await onBooks.paidBetween(asking.db, 13, spanOf(asking), next, PAGE);
  },
} satisfies SamplesOf<typeof onBooks>;

export const ledgerCheckSamples = {
  writtenBooksOf: (asking) => ledgerCheck.writtenBooksOf(asking.db, ids(asking)),
  ordersWithTransfers: (asking) => ledgerCheck.ordersWithTransfers(asking.db, spanOf(asking), null, PAGE),
  unbalancedTransfersOf: (asking) => ledgerCheck.unbalancedTransfersOf(asking.db, ids(asking)),
  gemAccountsOf: (asking) => ledgerCheck.gemAccountsOf(asking.db, ids(asking)),
  wrongBalancesOf: ({ db, rows }) => ledgerCheck.wrongBalancesOf(db, [rows.account.id]),
} satisfies SamplesOf<typeof ledgerCheck>;

export const settlementSamples = {
  replaceFile: (asking) => settlement.replaceFile(asking.tx, file(asking)),
  finishFile: ({ tx }) => settlement.finishFile(tx, randomUUID(), { rowCount: 1, fees: { USD: '0.05' } }),
  insertLines: async (asking) => {
    const fresh = file(asking);
    await settlement.replaceFile(asking.tx, fresh);
    await settlement.insertLines(asking.tx, fresh, [
      {
        lineKey: 'act_sample/capture',
        what: 'captured',
        providerPaymentId: asking.rows.providerPaymentId,
        orderId: asking.rows.decided.id,
        money: { currency: 'USD', minorUnits: 999 },
        at: asking.rows.now,
      },
    ]);
  },
  linesRead: ({ db, rows }) => settlement.linesRead(db, CHECKOUT_COM, [`act_${rows.decided.id}/capture`]),
  subjectsOfDay: (asking) => settlement.subjectsOfDay(asking.db, CHECKOUT_COM, dayOf(asking), '', PAGE),
  linesOfSubjects: (asking) =>
    settlement.linesOfSubjects(asking.db, CHECKOUT_COM, dayOf(asking), {
      orderIds: ids(asking),
      paymentIds: [asking.rows.providerPaymentId],
    }),
  capturedIn: ({ db, rows }) => settlement.capturedIn(db, CHECKOUT_COM, [rows.providerPaymentId]),
  daysRead: (asking) => settlement.daysRead(asking.db, CHECKOUT_COM, dayOf(asking), dayOf(asking)),
  filesOfDay: (asking) => settlement.filesOfDay(asking.db, CHECKOUT_COM, dayOf(asking)),
  keepRun: (asking) =>
    settlement.keepRun(asking.tx, {
      id: randomUUID(),
      provider: CHECKOUT_COM,
      day: dayOf(asking),
      zone: 'UTC',
      files: [],
      counts: {},
      totals: [],
      startedAt: asking.rows.now,
      endedAt: asking.rows.now,
    }),
} satisfies SamplesOf<typeof settlement>;
