import { randomUUID } from 'node:crypto';
import type { AccountId, AlertKind, OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../platform/postgres.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import {
  alertById,
  alertsOfOrder,
  closeAlert,
  countOpenAlerts,
  healAlert,
  openAlerts,
  raiseAlert,
  type Alert,
} from './alert.store.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await openDatabase();
});
afterEach(() => base.db`delete from alerts`);
afterAll(() => base.close());

const AT = new Date('2026-11-15T10:00:00Z');
const later = (ms: number): Date => new Date(AT.getTime() + ms);

/** An alert of any kind; each test adds the fields that identify it. */
interface AnyAlert extends Omit<Alert<AlertKind>, 'orderId' | 'detail'> {
  readonly orderId: OrderId | null;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

function alert(kind: AlertKind, about: Partial<AnyAlert> = {}): AnyAlert {
  return {
    id: randomUUID(),
    kind,
    orderId: randomUUID() as OrderId,
    recipientId: 1001 as AccountId,
    detail: { providerPaymentId: null, refund: randomUUID() },
    at: AT,
    ...about,
  };
}

const raise = (alert: AnyAlert): Promise<boolean> =>
  inTransaction(base.db, (tx) => raiseAlert(tx, alert as Alert<AlertKind>));
const close = (id: string, why = 'looked into it') =>
  inTransaction(base.db, (tx) => closeAlert(tx, id, { by: 'noura', why, at: later(1_000) }));
const heal = (kind: AlertKind, subject: string, at = later(1_000), providerPaymentId?: string) =>
  inTransaction(base.db, (tx) =>
    healAlert(tx, {
      kind,
      about: { subject },
      why: 'it is well again',
      at,
      ...(providerPaymentId !== undefined && { providerPaymentId }),
    }),
  );

describe('an alert about an order', () => {
  it('an order’s alert is raised once per payment, and is not raised again after an operator closed it', async () => {
    const first = alert('amount-mismatch', { detail: { providerPaymentId: 'pay_1' } });
    expect(await raise(first)).toBe(true);
    expect(await raise({ ...first, id: randomUUID() })).toBe(false);
    expect(await raise({ ...first, id: randomUUID(), detail: { providerPaymentId: 'pay_2' } })).toBe(true);
    expect(await close(first.id)).toMatchObject({ closedBy: 'noura', closedWhy: 'looked into it' });
    expect(await raise({ ...first, id: randomUUID() })).toBe(false);
    expect(await countOpenAlerts(base.db)).toBe(1);
    expect(await alertsOfOrder(base.db, first.orderId as OrderId)).toHaveLength(2);
  });

  it('closing an alert a second time does not change the reason for which it was closed', async () => {
    const one = alert('refund-refused');
    await raise(one);
    expect(await close(one.id)).not.toBeNull();
    expect(await close(one.id, 'another reason')).toBeNull();
    expect(await close(randomUUID())).toBeNull();
    expect(await alertById(base.db, one.id)).toMatchObject({ closedWhy: 'looked into it' });
  });

  it('when the alert about one payment of an order closes by itself, it is not raised again, and the alert about another payment stays open', async () => {
    const orderId = randomUUID() as OrderId;
    await raise(alert('second-payment', { orderId, detail: { providerPaymentId: 'pay_1' } }));
    await raise(alert('second-payment', { orderId, detail: { providerPaymentId: 'pay_2' } }));
    expect(await heal('second-payment', orderId, AT, 'pay_1')).toBe(true);
    expect(await heal('second-payment', orderId, AT, 'pay_1')).toBe(false);
    const [first, second] = await alertsOfOrder(base.db, orderId);
    expect(new Set([first, second].map((one) => one?.closedBy))).toEqual(new Set(['by itself', null]));
    expect(await raise(alert('second-payment', { orderId, detail: { providerPaymentId: 'pay_1' } }))).toBe(
      false,
    );
  });
});

it('each refused refund of an order has its own alert, and all of them close when a later refund succeeds', async () => {
  const orderId = randomUUID() as OrderId;
  const refused = (refund: string) =>
    alert('refund-refused', { orderId, detail: { refund, providerPaymentId: 'pay_1' } });
  const first = refused('r1');
  expect(await raise(first)).toBe(true);
  await close(first.id);
  expect(await raise(refused('r1'))).toBe(false);
  expect(await raise(refused('r2'))).toBe(true);
  const healed = await inTransaction(base.db, (tx) =>
    healAlert(tx, {
      kind: 'refund-refused',
      about: { orderId },
      providerPaymentId: 'pay_1',
      why: 'went through',
      at: AT,
    }),
  );
  expect(healed).toBe(true);
  expect(await countOpenAlerts(base.db)).toBe(0);
});

describe('an alert about a provider or a flow', () => {
  const refusing = () =>
    alert('provider-refuses-us', { orderId: null, recipientId: null, detail: { provider: 13 } });

  it('an alert about a provider is raised once while it is open, and again when the problem returns later', async () => {
    expect(await raise(refusing())).toBe(true);
    expect(await raise(refusing())).toBe(false);
    await heal('provider-refuses-us', 'provider:13');
    expect(await countOpenAlerts(base.db)).toBe(0);
    expect(await raise({ ...refusing(), at: later(3_600_000) })).toBe(true);
    expect(await openAlerts(base.db, 10)).toHaveLength(1);
    expect(await base.db`select from alerts`).toHaveLength(2);
  });

  it('a provider alert that opens and closes within minutes is raised each time, and its end waits to be posted', async () => {
    for (let minute = 1; minute <= 3; minute += 1) {
      expect(await raise({ ...refusing(), at: later(minute * 60_000) })).toBe(true);
      await base.db`update alerts set posted_at = now(), post_after = null where closed_at is null`;
      await heal('provider-refuses-us', 'provider:13', later(minute * 60_000 + 1_000));
    }
    const rows = await base.db`select raised_at, closed_at, post_after from alerts order by raised_at`;
    expect([...rows]).toEqual(
      [1, 2, 3].map((minute) => ({
        raised_at: later(minute * 60_000),
        closed_at: later(minute * 60_000 + 1_000),
        post_after: later(minute * 60_000 + 1_000),
      })),
    );
  });

  it('a provider problem that occurs again after an operator closed its alert raises a new alert', async () => {
    const one = refusing();
    await raise(one);
    await close(one.id);
    expect(await raise({ ...refusing(), at: later(2_000) })).toBe(true);
    expect(await alertById(base.db, one.id)).toMatchObject({ closedBy: 'noura' });
  });

  it('an alert about a provider is raised once, however many processes raise it at once', async () => {
    const raised = await Promise.all(Array.from({ length: 5 }, () => raise(refusing())));
    expect(raised.filter(Boolean)).toHaveLength(1);
  });
});

it('open alerts are listed by urgency, then by age', async () => {
  await raise(alert('late-confirmation', { at: later(0) }));
  await raise(alert('refund-refused', { at: later(2) }));
  await raise(alert('amount-mismatch', { at: later(1) }));
  await raise(alert('flow-stuck', { at: later(3), detail: { flow: '1' } }));
  expect((await openAlerts(base.db, 10)).map(({ kind }) => kind)).toEqual([
    'flow-stuck',
    'amount-mismatch',
    'refund-refused',
    'late-confirmation',
  ]);
});

it('the database refuses to close an alert without a name and a reason', async () => {
  await raise(alert('refund-refused'));
  await expect(base.db`update alerts set closed_at = now()`).rejects.toThrow('alerts_closed_by_somebody');
});
