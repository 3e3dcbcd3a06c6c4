import { FUNNEL_STEPS, type FunnelStep } from '@jawhara/domain';
import {
  faultsOfDay,
  funnelOfDay,
  pageViewsEnded,
  type Day,
  type FaultRow,
  type FunnelRow,
} from '../../telemetry/telemetry-report.store.ts';
import type { OperatorContext } from '../operator-context.ts';

const DAY_MS = 86_400_000;
const FAULTS_SHOWN_MAX = 50;

/** A day as people write it, else the one that it is now; null for one that is in no calendar. */
export function dayNamed(named: string | null, now: Date): Day | null {
  const text = named ?? now.toISOString().slice(0, 10);
  const from = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(from.getTime());
  // February 30th is read as some day in March.
  if (!isDay || from.toISOString().slice(0, 10) !== text) return null;
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Faults in pages on a day, the most frequent first. */
export function readFaults({ orders: { db } }: OperatorContext, day: Day): Promise<readonly FaultRow[]> {
  return faultsOfDay(db, day, FAULTS_SHOWN_MAX);
}

export interface Funnel {
  /** Every step, in its order, also those that nobody took. */
  readonly steps: readonly FunnelRow[];
  /** The same by provider and device. */
  readonly parts: readonly FunnelRow[];
  readonly ended: number;
}

const nobody = (step: FunnelStep): FunnelRow => ({
  step,
  provider: null,
  device: null,
  events: 0,
  pageViews: 0,
  devices: 0,
});

/** How far payers came on a day. */
export async function readFunnel({ orders: { db } }: OperatorContext, day: Day): Promise<Funnel> {
  const [rows, ended] = await Promise.all([funnelOfDay(db, day), pageViewsEnded(db, day)]);
  const parts = rows.filter(({ provider }) => provider !== null);
  return {
    steps: FUNNEL_STEPS.map(
      (step) => rows.find((row) => row.step === step && row.provider === null) ?? nobody(step),
    ),
    parts: FUNNEL_STEPS.flatMap((step) => parts.filter((row) => row.step === step)),
    ended,
  };
}
