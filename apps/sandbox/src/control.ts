import type { FastifyInstance } from 'fastify';
import type { ApiOutage, Outage } from './world/api-outage.ts';
import { recordIn, type Json } from './world/reading.ts';
import type { Webhooks, WebhookSettings } from './world/webhooks.ts';

/** A payment as the control call `books` shows it, the same for every provider. Amounts are minor units of its currency. */
export interface BookRow {
  readonly id: string;
  readonly reference: string | null;
  readonly scenario: string;
  /** The amount that the bank moves, which is not always the amount requested. */
  readonly amount: number;
  readonly requested: number;
  readonly currency: string;
  readonly status: string;
  readonly captured: number;
  /** Money returned by refunds that did not fail. */
  readonly refunded: number;
  /** Money that disputes have taken now. Disputes in other currencies do not count. */
  readonly disputed: number;
  readonly disputes: readonly {
    readonly id: string;
    readonly amount: number;
    readonly currency: string;
    readonly stage: string;
    readonly isGone: boolean;
  }[];
}

export interface Controls {
  readonly webhooks: Webhooks;
  readonly outage: Outage;
  readonly rows: () => readonly BookRow[];
  /** Ids of the cards that it has saved for the shop's payers. */
  readonly savedCardIds: () => readonly string[];
  readonly reset: () => void;
}

type Kind = 'amount' | 'share' | 'flag';

const WEBHOOK_DIALS = {
  delayMs: 'amount',
  jitterMs: 'amount',
  copies: 'amount',
  shuffle: 'flag',
  lossRate: 'share',
  hold: 'flag',
  seed: 'amount',
} as const satisfies Record<keyof WebhookSettings, Kind>;

const OUTAGE_DIALS = {
  latencyMs: 'amount',
  failRate: 'share',
  revokedKey: 'flag',
  tooManyRate: 'share',
  lostAnswerRate: 'share',
  hangMs: 'amount',
  settleAfterMs: 'amount',
  seed: 'amount',
} as const satisfies Record<keyof ApiOutage, Kind>;

function fits(kind: Kind | undefined, value: unknown): boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return false;
  return kind === 'amount' || (kind === 'share' && value <= 1);
}

/** Unknown settings and invalid values are refused by name, so that a test with a typing error does not pass. */
function wrongDials(dials: Readonly<Record<string, Kind>>, body: Json): string[] {
  return Object.entries(body)
    .filter(([name, value]) => !fits(dials[name], value))
    .map(([name]) => name);
}

interface Sums {
  captured: number;
  refunded: number;
  disputed: number;
  net: number;
}

/** The sums captured, refunded, disputed and left, for each currency. A dispute counts in the currency it was reported in. */
function sumsByCurrency(rows: readonly BookRow[]): Record<string, Sums> {
  const sums: Record<string, Sums> = {};
  const of = (currency: string): Sums =>
    (sums[currency] ??= { captured: 0, refunded: 0, disputed: 0, net: 0 });
  for (const { currency, captured, refunded, disputes } of rows) {
    of(currency).captured += captured;
    of(currency).refunded += refunded;
    for (const dispute of disputes) if (dispute.isGone) of(dispute.currency).disputed += dispute.amount;
  }
  for (const sum of Object.values(sums)) sum.net = sum.captured - sum.refunded - sum.disputed;
  return sums;
}

function books(rows: readonly BookRow[]): object {
  const total = (amount: (row: BookRow) => number): number => rows.reduce((sum, row) => sum + amount(row), 0);
  const captured = total((row) => row.captured);
  const refunded = total((row) => row.refunded);
  const disputed = total((row) => row.disputed);
  const capturedPayments = rows.filter((row) => row.captured > 0).length;
  const net = captured - refunded - disputed;
  return {
    payments: rows,
    totals: { payments: rows.length, capturedPayments, captured, refunded, disputed, net },
    currencies: sumsByCurrency(rows),
  };
}

/**
 * Controls for tests, load and chaos; a real provider has none. They are the same for every provider, under `/_control` and
 * the provider's own prefix. `POST …/api` with a `provider` applies to that provider, at whichever of the paths.
 */
export function controlRoutes(app: FastifyInstance, prefix: '' | `/${string}`, controls: Controls): void {
  const { webhooks, outage, rows, savedCardIds, reset } = controls;
  const at = `/_control${prefix}`;

  app.get(`${at}/webhooks`, async () => ({ settings: webhooks.settings(), counts: webhooks.counts() }));
  app.post(`${at}/webhooks`, async (request, reply) => {
    const wrong = wrongDials(WEBHOOK_DIALS, recordIn(request.body));
    if (wrong.length > 0) return reply.code(400).send({ wrong });
    webhooks.change(recordIn(request.body));
    return { settings: webhooks.settings(), counts: webhooks.counts() };
  });
  app.post(`${at}/webhooks/flush`, async () => ({ released: webhooks.flush() }));

  app.get(`${at}/api`, async () => outage.now());
  app.post(`${at}/api`, async (request, reply) => {
    const { provider, ...dials } = recordIn(request.body);
    if (provider !== undefined) {
      const url = typeof provider === 'string' ? `/_control/${provider}/api` : null;
      if (url === null || !app.hasRoute({ method: 'POST', url }))
        return reply.code(400).send({ wrong: ['provider'] });
      const answer = await app.inject({ method: 'POST', url, payload: dials });
      return reply.code(answer.statusCode).send(answer.json());
    }
    const wrong = wrongDials(OUTAGE_DIALS, recordIn(request.body));
    if (wrong.length > 0) return reply.code(400).send({ wrong });
    outage.change(recordIn(request.body));
    return outage.now();
  });
  app.get(`${at}/api/turned-away`, async () => outage.turnedAway());

  app.get(`${at}/books`, async () => ({ ...books(rows()), savedCards: savedCardIds() }));

  app.post(`${at}/reset`, async () => {
    reset();
    return {};
  });
}
