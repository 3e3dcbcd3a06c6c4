import { PROVIDER_NUMBERS, type Money, type ProviderNumber } from '@jawhara/domain';
import { paidBetween, type PaidPage } from '../../orders/store/on-books.store.ts';
import { returnsBetween, type ReturnPage } from '../../orders/store/return.store.ts';
import type { Reader } from '../../platform/postgres.ts';

/** Equal movements of one provider and currency, added up. */
export interface DayLine {
  readonly provider: ProviderNumber;
  /** `paid`, or how and how far money went back: `refund taken`, `dispute announced`. */
  readonly what: string;
  readonly count: number;
  /** Null where providers reported no amount. */
  readonly money: Money | null;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

const PAGE = 1_000;

class Sums {
  readonly lines = new Map<string, DayLine>();
  count = 0;

  add(provider: ProviderNumber, what: string, money: Money | null): void {
    const key = `${provider} ${what} ${money?.currency ?? ''}`;
    const { count = 0, money: before = null } = this.lines.get(key) ?? {};
    const sum = money && { ...money, minorUnits: money.minorUnits + (before?.minorUnits ?? 0) };
    this.lines.set(key, { provider, what, count: count + 1, money: sum });
    this.count += 1;
  }
}

async function addPaid(
  db: Reader,
  provider: ProviderNumber,
  period: Period,
  sums: Sums,
  progress: (rows: number) => void,
): Promise<void> {
  let after: PaidPage | null = null;
  do {
    const page: Awaited<ReturnType<typeof paidBetween>> = await paidBetween(
      db,
      provider,
      period,
      after,
      PAGE,
    );
    for (const money of page.payments) sums.add(provider, 'paid', money);
    progress(sums.count);
    after = page.next;
  } while (after !== null);
}

async function addReturned(db: Reader, period: Period, sums: Sums): Promise<void> {
  let after: ReturnPage | null = null;
  do {
    const page: Awaited<ReturnType<typeof returnsBetween>> = await returnsBetween(db, period, after, PAGE);
    for (const { provider, how, stage, money } of page.returns) sums.add(provider, `${how} ${stage}`, money);
    after = page.next;
  } while (after !== null);
}

/** Payments that were confirmed, and refunds and disputes that were first reported, between two times; page by page. */
export async function moneyBetween(
  db: Reader,
  period: Period,
  progress: (rows: number) => void,
): Promise<readonly DayLine[]> {
  const sums = new Sums();
  for (const provider of PROVIDER_NUMBERS) await addPaid(db, provider, period, sums, progress);
  await addReturned(db, period, sums);
  return [...sums.lines.values()].toSorted(
    (one, other) => one.provider - other.provider || (one.what < other.what ? -1 : 1),
  );
}
