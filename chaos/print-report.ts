import { PROVIDER_NUMBERS, PROVIDERS } from '@jawhara/domain';
import { hasFailed, type Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import type { endsOf, StoryLine } from './gather-evidence.ts';
import { groupBy } from './group-by.ts';
import type { WaveStory } from './run-wave.ts';
import type { WebhookCounts } from './sandbox-controls.ts';
import { sum } from './sum.ts';
import type { TroubleCounts } from './trouble-counts.ts';

const BREACHES_SHOWN = 5;

type Ends = Awaited<ReturnType<typeof endsOf>>;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function recoveryLines(stories: readonly { story: WaveStory; ends: Ends }[]): string[] {
  const rows = stories.map(({ story, ends }) => {
    const decided = ends.filter(({ state, decidedAt }) => decidedAt !== null && state !== 'expired');
    const afterMs = decided
      .map(({ decidedAt }) => (decidedAt?.getTime() ?? 0) - story.struckAt)
      .toSorted((one, other) => one - other);
    const at = (share: number): string =>
      seconds(Math.max(0, afterMs[Math.floor((afterMs.length - 1) * share)] ?? 0));
    return [
      story.fault,
      String(story.inFlight.length),
      seconds(story.downForMs),
      seconds(story.answeredAfterMs),
      at(0.5),
      at(1),
      String(ends.filter(({ state }) => state === 'expired').length),
    ];
  });
  return table([
    ['fault', 'in flight', 'down', 'answers', 'half settled', 'all settled', 'expired'],
    ...rows,
  ]);
}

export function countLines(evidence: Evidence, webhooks: WebhookCounts): string[] {
  const states = new Map<string, number>();
  for (const { state, isHeld } of evidence.orders) {
    const name = isHeld ? 'held' : state;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  const captured = evidence.books.filter(({ captured }) => captured > 0);
  const cents = sum(captured.map((payment) => payment.captured - payment.refunded - payment.disputed));
  return table([
    [
      'requests',
      `${evidence.payers.length}, of them ${evidence.payers.filter(({ wasPaused }) => wasPaused).length} told "paused, nothing charged"`,
    ],
    [
      'orders',
      `${evidence.orders.length}: ${[...states].map(([state, count]) => `${count} ${state}`).join(', ')}`,
    ],
    ['payments captured', `${captured.length}, kept ${(cents / 100).toFixed(2)} USD`],
    [
      'ledger',
      `${evidence.transfers.length} transfers, ${sum(evidence.balances.map(({ gems }) => gems))} gems`,
    ],
    [
      'notifications',
      `${evidence.notifications.length} kept of ${webhooks.delivered} delivered copies; ${webhooks.refused} tries met a dead api, ${webhooks.lost} copies lost on the way`,
    ],
    ['alerts', alertsOf(evidence)],
  ]);
}

function alertsOf({ alerts }: Evidence): string {
  const kinds = [...groupBy(alerts, ({ kind }) => kind)];
  return `${alerts.length}: ${kinds.map(([kind, all]) => `${all.length} ${kind}`).join(', ')}`;
}

/** A table of the payments, refunds and disputes in each provider's own books, with their sums in US dollars. */
export function providerLines({ books, orders, turned, chargedAgain, refunds }: Evidence): string[] {
  const dollars = (amounts: readonly number[]): string => (sum(amounts) / 100).toFixed(2);
  const known = new Set(orders.map(({ id }) => id));
  const rows = PROVIDER_NUMBERS.map((provider) => {
    const own = books.filter((payment) => payment.provider === provider);
    return [
      `${provider} ${PROVIDERS[provider].name}`,
      String(own.length),
      String(own.filter(({ captured }) => captured > 0).length),
      String(own.filter(({ refunded }) => refunded > 0).length),
      String(sum(own.map(({ disputes }) => disputes.length))),
      dollars(own.map(({ captured }) => captured)),
      dollars(own.map(({ refunded }) => refunded)),
      dollars(own.map(({ disputed }) => disputed)),
      dollars(own.map(({ captured, refunded, disputed }) => captured - refunded - disputed)),
    ];
  });
  const elsewhere = new Set(turned.filter((id) => known.has(id))).size;
  const head = ['provider', 'payments', 'captured', 'refunded', 'disputes'];
  return [
    ...table([[...head, 'USD in', 'USD refunded', 'USD disputed', 'USD kept'], ...rows]),
    `  ${elsewhere} orders went to another provider; ${refunds.length} refunds sent by us, of them ${chargedAgain.length} for orders charged twice by mistake`,
  ];
}

export function troubleLines(counts: TroubleCounts): string[] {
  return table([
    ['trouble', 'times'],
    ...Object.entries(counts).map(([kind, count]) => [kind, String(count)]),
  ]);
}

export function checkLines(checks: readonly Check[]): string[] {
  return checks.flatMap((check) => [
    `  ${hasFailed(check) ? 'FAILED' : 'ok    '} ${check.truth} (${check.counted})`,
    ...check.breaches.slice(0, BREACHES_SHOWN).map((breach) => `           ${breach}`),
    ...(check.breaches.length > BREACHES_SHOWN
      ? [`           and ${check.breaches.length - BREACHES_SHOWN} more`]
      : []),
  ]);
}

const STORIES_SHOWN = 5;
const ORDER_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The ids of the first few orders that these lines contain. */
export function ordersIn(lines: readonly string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.match(ORDER_ID) ?? []))].slice(0, STORIES_SHOWN);
}

/** The events of the first orders that broke a statement, printed because the database is deleted after the run. */
export function storyLines(stories: readonly StoryLine[]): string[] {
  return [...groupBy(stories, ({ orderId }) => orderId)].flatMap(([orderId, lines]) => [
    `  the story of ${orderId}`,
    ...lines.map(({ at, kind, detail }) => `    ${at.toISOString()} ${kind} ${detail}`.trimEnd()),
  ]);
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
