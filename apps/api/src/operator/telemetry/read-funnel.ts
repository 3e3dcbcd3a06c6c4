import { FUNNEL_STEPS, type FunnelStep } from '@jawhara/domain';
import {
  funnelOfDay,
  pageViewsEnded,
  type Day,
  type FunnelRow,
} from '../../telemetry/telemetry-report.store.ts';
import type { OperatorContext } from '../operator-context.ts';

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
