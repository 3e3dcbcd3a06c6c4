import type { Logger } from 'pino';
import type { TelemetrySender, TelemetryBudget } from '../guards/telemetry-budget.ts';

export interface WithinBudget {
  /** Returns at once; what the sender's budget covers is kept a moment later. */
  keepIfWithinBudget(sender: TelemetrySender, bytes: number, keep: () => void): void;
  /** Everything that was asked for until now has its answer. */
  settled(): Promise<void>;
  /** How many reports were not covered since the start. */
  readonly overBudget: number;
}

/** Asks for every report, without anybody waiting for the answer. */
export function withinBudget(budget: TelemetryBudget, logger: Logger): WithinBudget {
  /** Few: Redis answers within a tenth of a second or counts as away. */
  const asking = new Set<Promise<void>>();
  let overBudget = 0;

  async function ask(sender: TelemetrySender, bytes: number, keep: () => void): Promise<void> {
    try {
      if (await budget.covers(sender, bytes)) keep();
      else overBudget += 1;
    } catch (error) {
      logger.warn({ err: (error as Error).message }, 'telemetry not kept');
    }
  }

  return {
    keepIfWithinBudget(sender, bytes, keep) {
      const asked = ask(sender, bytes, keep).finally(() => asking.delete(asked));
      asking.add(asked);
    },
    async settled() {
      await Promise.all(asking);
    },
    get overBudget() {
      return overBudget;
    },
  };
}
