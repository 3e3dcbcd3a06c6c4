import type { FastifyInstance } from 'fastify';
import type { ApiWeather, Weather } from './world/api-weather.ts';
import { recordIn, type Json } from './world/reading.ts';
import type { Webhooks, WebhookSettings } from './world/webhooks.ts';

/** One payment as the books show it, the same for every provider. Amounts are cents. */
export interface BookRow {
  readonly id: string;
  readonly reference: string | null;
  readonly scenario: string;
  /** What the bank moves, which is not always what was asked. */
  readonly amount: number;
  readonly requested: number;
  readonly currency: string;
  readonly status: string;
  readonly captured: number;
  readonly refunded: number;
}

export interface Controls {
  readonly webhooks: Webhooks;
  readonly weather: Weather;
  readonly rows: () => readonly BookRow[];
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

const WEATHER_DIALS = {
  latencyMs: 'amount',
  failRate: 'share',
  lostAnswerRate: 'share',
  hangMs: 'amount',
  settleAfterMs: 'amount',
  seed: 'amount',
} as const satisfies Record<keyof ApiWeather, Kind>;

function fits(kind: Kind | undefined, value: unknown): boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return false;
  return kind === 'amount' || (kind === 'share' && value <= 1);
}

/** A dial that does not exist, or a value it cannot take, is refused by name: a test with a typing error must not pass. */
function wrongDials(dials: Readonly<Record<string, Kind>>, body: Json): string[] {
  return Object.entries(body)
    .filter(([name, value]) => !fits(dials[name], value))
    .map(([name]) => name);
}

function books(rows: readonly BookRow[]): object {
  const captured = rows.reduce((sum, row) => sum + row.captured, 0);
  const refunded = rows.reduce((sum, row) => sum + row.refunded, 0);
  const capturedPayments = rows.filter((row) => row.captured > 0).length;
  return {
    payments: rows,
    totals: { payments: rows.length, capturedPayments, captured, refunded, kept: captured - refunded },
  };
}

/**
 * The strings behind the stage: for tests, load and chaos. A real provider has none of this.
 * The same for each of them, under `/_control` and the provider's own prefix.
 */
export function controlRoutes(app: FastifyInstance, prefix: '' | `/${string}`, controls: Controls): void {
  const { webhooks, weather, rows, reset } = controls;
  const at = `/_control${prefix}`;

  app.get(`${at}/webhooks`, async () => ({ settings: webhooks.settings(), counts: webhooks.counts() }));
  app.post(`${at}/webhooks`, async (request, reply) => {
    const wrong = wrongDials(WEBHOOK_DIALS, recordIn(request.body));
    if (wrong.length > 0) return reply.code(400).send({ wrong });
    webhooks.change(recordIn(request.body));
    return { settings: webhooks.settings(), counts: webhooks.counts() };
  });
  app.post(`${at}/webhooks/flush`, async () => ({ released: webhooks.flush() }));

  app.get(`${at}/api`, async () => weather.now());
  app.post(`${at}/api`, async (request, reply) => {
    const wrong = wrongDials(WEATHER_DIALS, recordIn(request.body));
    if (wrong.length > 0) return reply.code(400).send({ wrong });
    weather.change(recordIn(request.body));
    return weather.now();
  });

  app.get(`${at}/books`, async () => books(rows()));

  app.post(`${at}/reset`, async () => {
    reset();
    return {};
  });
}
