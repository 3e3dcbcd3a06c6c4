import { CARD_PROVIDERS, PROVIDER_FACTS } from './card-provider.ts';
import { hasFailed, type Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import type { endsOf } from './gather-evidence.ts';
import type { WaveStory } from './run-wave.ts';
import type { WebhookCounts } from './sandbox-controls.ts';

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
  const cents = captured.reduce((sum, payment) => sum + payment.captured - payment.refunded, 0);
  return table([
    [
      'requests',
      `${evidence.told.length}, of them ${evidence.told.filter(({ wasPaused }) => wasPaused).length} told "paused, nothing charged"`,
    ],
    [
      'orders',
      `${evidence.orders.length}: ${[...states].map(([state, count]) => `${count} ${state}`).join(', ')}`,
    ],
    ['payments captured', `${captured.length}, kept ${(cents / 100).toFixed(2)} USD`],
    [
      'credits',
      `${evidence.transfers.length}, ${evidence.balances.reduce((sum, { gems }) => sum + gems, 0)} gems`,
    ],
    [
      'notifications',
      `${evidence.notifications.length} kept of ${webhooks.delivered} delivered copies; ${webhooks.refused} tries met a dead api, ${webhooks.lost} copies lost on the way`,
    ],
    ['alerts', `${evidence.alerts.length}`],
  ]);
}

/** From the providers' own books, in their cents. */
export function providerLines({ books, orders, turned, chargedAgain }: Evidence): string[] {
  const dollars = (cents: number): string => (cents / 100).toFixed(2);
  const known = new Set(orders.map(({ id }) => id));
  const rows = CARD_PROVIDERS.map((provider) => {
    const own = books.filter((payment) => payment.provider === provider);
    const captured = own.reduce((sum, payment) => sum + payment.captured, 0);
    const refunded = own.reduce((sum, payment) => sum + payment.refunded, 0);
    return [
      `${provider} ${PROVIDER_FACTS[provider].name}`,
      String(own.length),
      String(own.filter((payment) => payment.captured > 0).length),
      String(own.filter((payment) => payment.refunded > 0).length),
      dollars(captured),
      dollars(refunded),
      dollars(captured - refunded),
    ];
  });
  const back = books.filter(({ refunded }) => refunded > 0).length;
  const elsewhere = new Set(turned.filter((id) => known.has(id))).size;
  return [
    ...table([['provider', 'payments', 'captured', 'refunded', 'USD in', 'USD back', 'USD kept'], ...rows]),
    `  ${elsewhere} orders went to another provider; ${back} second payments refunded, of them ${chargedAgain.length} charged twice by mistake`,
  ];
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

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
