import { describe, expect, it } from 'vitest';
import { compareOrder } from './compare-order.ts';
import type { SettledLine } from './finding.ts';
import { back, later, line, order, PAID, UNPAID, usd, type ReportedOrder } from './test/order-on-books.ts';

const HOUR_MS = 3_600_000;
const sar = (minorUnits: number) => ({ currency: 'SAR', minorUnits });
const found = (reportedOrder: ReportedOrder, lines: readonly SettledLine[]) =>
  compareOrder(order(reportedOrder), 13, lines);

describe('[ORD-17] the notes of findings about a payment', () => {
  it.each<[string, ReportedOrder, SettledLine[]]>([
    [
      'the provider took it; to us this attempt is refused',
      { attempts: [{ ...UNPAID, state: 'refused' }] },
      [line('captured')],
    ],
    ['we asked for USD, the provider took SAR', {}, [line('captured', sar(3746))]],
    ['another amount was captured', {}, [line('captured', usd(998))]],
    ['the provider took the capture back', {}, [line('captured'), line('capture-reversed')]],
    [
      'we heard of it 60 minutes after the provider had taken it',
      { attempts: [{ ...PAID, paidAt: later(HOUR_MS) }] },
      [line('captured')],
    ],
    ['the provider refunded it and we do not know', {}, [line('refunded')]],
    [
      'of this refund we know 5.00 USD',
      { returns: [back('refund', 'taken', usd(500))] },
      [line('refunded', usd(999))],
    ],
    [
      'refund told to us in USD, made in SAR',
      { returns: [back('refund', 'taken')] },
      [line('refunded', sar(3746))],
    ],
    [
      'the refund came back to us, and we still count it as gone',
      { returns: [back('refund', 'taken')] },
      [line('refunded', usd(999), { isOfDay: false }), line('refund-returned')],
    ],
    ['the bank took it back and we do not know', {}, [line('disputed')]],
    ['the provider holds it for a dispute, and we do not know', {}, [line('dispute-announced')]],
  ])('a finding about a payment has the note: %s', (note, reportedOrder, lines) => {
    expect(found(reportedOrder, lines).map((one) => one.note)).toEqual([note]);
  });
});

describe('[ORD-17] late confirmations', () => {
  const confirmedAfterAnHour = { attempts: [{ ...PAID, paidAt: later(HOUR_MS) }] };

  it('a late confirmation is measured from the first captured part', () => {
    const lines = [line('captured', usd(500)), line('captured', usd(499), { at: later(HOUR_MS) })];
    expect(found(confirmedAfterAnHour, lines).map(({ kind }) => kind)).toEqual(['late confirmation']);
  });

  it('a late confirmation is not measured from a capture that was reversed', () => {
    const lines = [
      line('capture-reversed'),
      line('captured', usd(999), { at: later(HOUR_MS) }),
      line('captured', usd(999), { at: later(HOUR_MS) }),
    ];
    expect(found(confirmedAfterAnHour, lines)).toEqual([]);
  });
});

it('[ORD-17] a captured payment whose attempt we have as refused is reported as late confirmation, without an amount of ours', () => {
  const attempts = [{ ...UNPAID, state: 'refused' as const, money: usd(999) }];
  expect(found({ attempts }, [line('captured')])).toMatchObject([
    { kind: 'late confirmation', theirs: usd(999), ours: null },
  ]);
});
