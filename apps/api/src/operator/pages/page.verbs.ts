import * as v from 'valibot';
import { countViolations, type ViolationCount } from '../../telemetry/telemetry.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { table } from '../report-parts.ts';
import { optionalOption } from '../verb-fields.ts';
import { openRead, shown } from '../verb.ts';

const SHOWN_MAX = 50;
const DAY_MS = 24 * 3_600_000;

/** Resources that browsers blocked on our pages in the last days, by the content security policy; the most frequent first. */
function listViolations(
  { orders: { db } }: OperatorContext,
  now: Date,
  days: number,
): Promise<readonly ViolationCount[]> {
  return countViolations(db, new Date(now.getTime() - days * DAY_MS), SHOWN_MAX);
}

const days = v.pipe(
  optionalOption('N'),
  v.transform((text) => Number(text ?? 1)),
  v.integer('is a whole number of days'),
  v.minValue(1, 'is at least one day'),
);

export const PAGE_VERBS = [
  openRead({
    name: 'pages violations',
    says: 'what browsers kept off our pages: a script nobody listed, an address nobody configured',
    input: v.strictObject({ days }),
    async run({ context, now }, input) {
      const counts = await listViolations(context, now, input.days);
      if (counts.length === 0) return shown('No browser kept anything off a page.');
      const rows = counts.map(({ times, devices, directive, blocked, page, lastAt }) => [
        times,
        devices,
        directive,
        blocked,
        page,
        { since: lastAt },
      ]);
      return shown(table(['times', 'devices', 'rule', 'kept off', 'page', 'last'], rows));
    },
  }),
] as const;
