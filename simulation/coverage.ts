import { ALERT_KIND_NAMES, ORDER_MOVES, OPERATOR_VERBS } from '@jawhara/domain';
import { ACTION_NAMES } from './history.ts';
import { EXEMPT } from './exempt.ts';
import type { World } from './world.ts';

/** How often each kind was reached, by a name such as `alert: refund-refused`. */
export type Counts = Readonly<Record<string, number>>;

export function addCounts(one: Counts, other: Counts): Counts {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

const EVENT_KINDS = ['paid', 'refused', 'returned', 'person', 'unheard-of', 'garbled'];

/** Every kind of action, state, webhook, command and alert that a long run must reach, unless exempt.ts lists it. */
export function expectedKinds(): string[] {
  return [
    ...ACTION_NAMES.map((name) => `action: ${name}`),
    ...Object.keys(ORDER_MOVES).map((state) => `state: ${state}`),
    ...EVENT_KINDS.map((kind) => `webhook: ${kind}`),
    ...Object.entries(OPERATOR_VERBS).flatMap(([verb, { kind }]) =>
      kind === 'change' ? [`command: ${verb}`] : [],
    ),
    ...ALERT_KIND_NAMES.map((kind) => `alert: ${kind}`),
  ];
}

/** The states, events and alerts that a history has reached, read from its tables. */
export async function reachedBy({ db }: World): Promise<Counts> {
  const rows = await db<{ name: string; count: number }[]>`
    select 'state: ' || to_state as name, count(*)::int as count from order_events where to_state is not null group by 1
    union all select 'webhook: ' || event_type, count(*)::int from notifications group by 1
    union all select 'command: ' || verb, count(*)::int from operator_actions group by 1
    union all select 'alert: ' || kind, count(*)::int from alerts group by 1`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

export interface CoverageReport {
  readonly lines: readonly string[];
  readonly missing: readonly string[];
}

export function coverageReport(counts: Counts): CoverageReport {
  const exempt: Readonly<Record<string, string>> = EXEMPT;
  const kinds = expectedKinds();
  const missing = kinds.filter((kind) => counts[kind] === undefined && exempt[kind] === undefined);
  const width = Math.max(...kinds.map(({ length }) => length));
  const lines = kinds.map((kind) => {
    const count = counts[kind];
    return `  ${kind.padEnd(width)} ${count ?? (exempt[kind] === undefined ? 'NOT REACHED' : `exempt: ${exempt[kind]}`)}`;
  });
  return { lines, missing };
}
