import {
  accountId,
  ADYEN,
  CHECKOUT_COM,
  PAYERMAX,
  STRIPE,
  usdCents,
  type AccountId,
  type DisplayId,
  type OrderId,
  type ProviderNumber,
} from '@jawhara/domain';
import { pino } from 'pino';
import { watchFlows } from '../apps/api/src/alerts/watch-flows.ts';
import { composeOrders, type OrderProgram } from '../apps/api/src/program/compose-orders.ts';
import type { OperatorContext } from '../apps/api/src/operator/operator-context.ts';
import { sweepOrders } from '../apps/api/src/orders/follow-up/sweep-orders.ts';
import { watchConnections, watchDeliveries } from '../apps/api/src/orders/follow-up/watch-orders.ts';
import type { OrderAnswers, OrderEvents } from '../apps/api/src/orders/base/order-life.ts';
import { orderTiming } from '../apps/api/src/orders/base/order-context.ts';
import type { Db } from '../apps/api/src/platform/postgres.ts';
import { timeOrderedIds } from '../apps/api/src/platform/time-ordered-id.ts';
import type { RefundRequest } from '../apps/api/src/providers/provider.ts';
import { providerRegistry, type ProviderRegistry } from '../apps/api/src/providers/registry.ts';
import { endDatedBans } from '../apps/api/src/penalties/end-dated-bans.ts';
import { forgetCards } from '../apps/api/src/saved-cards/forget-cards.ts';
import { VirtualClock } from './clock.ts';
import { FIRST_ACCOUNT, type SimulationDatabase } from './database.ts';
import { SimulatedEngine } from './engine.ts';
import { SimulatedGemService } from './gem-service.ts';
import { failuresWith, handlersWith, portsWith, type Faults } from './faults.ts';
import { SimulatedProvider } from './provider.ts';
import type { SimulatedPayment } from './provider-books.ts';
import { randomOf } from './random.ts';
import { Scheduler } from './scheduler.ts';
import { refundBeyondPayment, type Violation } from './violation.ts';

/** The end of a ban as payers see it, and the banned account. */
export interface ShownDate {
  readonly account: AccountId;
  readonly until: Date;
}

export interface World {
  /** The database without gates, for the simulation's own reads. */
  readonly db: Db;
  readonly clock: VirtualClock;
  readonly scheduler: Scheduler;
  readonly engine: SimulatedEngine<OrderEvents, OrderAnswers>;
  readonly program: OrderProgram;
  readonly providers: readonly SimulatedProvider[];
  readonly registry: ProviderRegistry;
  readonly operator: OperatorContext;
  readonly recipients: readonly AccountId[];
  readonly banned: AccountId;
  readonly faults: Faults;
  readonly gemService: SimulatedGemService;
  readonly orders: OrderId[];
  readonly shownDates: ShownDate[];
  /** Accounts that the app has banned and no operator has unbanned. */
  readonly appBans: Set<AccountId>;
  /** Violations found while tasks were running, by checks of the simulated parts. */
  readonly violations: Violation[];
  /** Prefixes of violation kinds that this run ignores, because frequent ones hide rare ones. */
  readonly passOver: readonly string[];
  readonly timeline: string[];
  log(line: string): void;
  nameOf(orderId: string): string;
  jobs: Readonly<Record<string, () => Promise<void>>>;
}

export const CARD_PROVIDERS_PLAYED = [CHECKOUT_COM, ADYEN, PAYERMAX] as const;

/** Payers come from three devices. */
export const deviceOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number % 3}`;

/**
 * Creates two recipients and a banned account. The second recipient has signed in on the second device, so its payers are linked
 * to it.
 */
async function addAccounts(db: Db): Promise<{ recipients: AccountId[]; banned: AccountId }> {
  const ids = [0, 1, 2].map((number) => FIRST_ACCOUNT + number);
  for (const id of ids)
    await db`insert into accounts (id, display_id, nickname, status, source)
      values (${id}, ${`66${id}` as DisplayId}, 'simulated', ${id === FIRST_ACCOUNT + 2 ? 'banned' : 'normal'}, 'social')`;
  const [one = 0, two = 0, banned = 0] = ids;
  await db`insert into bans (account_id, kind, earlier_refund_bans, until, since)
    values (${banned}, 'refund', 1, null, '2026-11-30')`;
  await db`insert into account_devices (account_id, device, first_seen) values (${two}, ${deviceOf(1)}, '2026-11-30')`;
  return { recipients: [accountId(one), accountId(two)], banned: accountId(banned) };
}

/** Composes the server's own verbs, stores and flow with simulated providers, engine, clock and gem service. */
export async function openWorld(
  { db: plainDb }: SimulationDatabase,
  seed: number,
  passOver: readonly string[] = [],
): Promise<World> {
  const clock = new VirtualClock();
  const scheduler = new Scheduler();
  const { bytes: chance } = randomOf(seed);
  const gemService = new SimulatedGemService(scheduler);
  const faults: Faults = {
    isDeliveryBroken: false,
    isDeliveryRemote: false,
    isServiceRemoved: false,
    wasServiceRemoved: false,
    failingStep: null,
    removed: new Set(),
    isCalm: false,
  };
  const [timeline, violations, orders]: [string[], Violation[], OrderId[]] = [[], [], []];
  const log = (line: string): void => {
    const isRepeated = timeline.at(-1) === line || (line.includes(' fails at ') && timeline.includes(line));
    if (!isRepeated) timeline.push(line); // a step that fails ten times is one line
  };
  const nameOf = (orderId: string): string => {
    if (!orders.includes(orderId as OrderId)) orders.push(orderId as OrderId);
    return `order ${orders.indexOf(orderId as OrderId) + 1}`;
  };
  const db = scheduler.gated(plainDb);
  const logger = pino({ level: 'silent' });
  const newId = timeOrderedIds(clock.now, chance);
  const onRefund = async (number: ProviderNumber, request: RefundRequest): Promise<void> => {
    const violation = await scheduler.observe(() => refundBeyondPayment(plainDb, number, request));
    if (violation !== null)
      violations.push({ ...violation, detail: `${nameOf(request.orderId)}: ${violation.detail}` });
  };
  const parts = { clock, scheduler, onRefund };
  const providers = [
    new SimulatedProvider(CHECKOUT_COM, { hasBooks: true, ...parts }),
    new SimulatedProvider(ADYEN, { hasBooks: false, ...parts }),
    new SimulatedProvider(PAYERMAX, { hasBooks: true, ...parts }),
    new SimulatedProvider(STRIPE, { hasBooks: true, ...parts }),
  ];
  const all = providerRegistry(providers);
  const registry: ProviderRegistry = {
    has: (number) => all.has(number) && !faults.removed.has(number),
    get(number) {
      if (faults.removed.has(number)) throw new Error(`no provider ${number} in this deployment`);
      return all.get(number);
    },
  };
  let engine: SimulatedEngine<OrderEvents, OrderAnswers> | null = null;
  const program = composeOrders({
    db,
    now: clock.now,
    isClockRight: async () => true,
    waiting: clock.waiting,
    newId,
    chance,
    logger,
    timing: orderTiming({ orderExpiresAfterMs: null, askProviderAfterMs: 5_000 }),
    watch: { moved() {}, refused() {}, notification() {} },
    providers: registry,
    connectEngine(handlers) {
      engine = new SimulatedEngine<OrderEvents, OrderAnswers>(handlersWith(faults, handlers), {
        clock,
        scheduler,
        log,
        nameOf,
        onProgramError: (detail) => violations.push({ kind: 'a step fails', detail }),
      });
      return engine.client;
    },
    cardTestingLimit: { secondsToWait: async () => null, release: async () => {}, paid() {}, declined() {} },
    fines: {
      prices: { baseUsdCents: usdCents(1000), maxUsdCents: usdCents(10_000) },
      quoteKeys: [new Uint8Array(32)],
    },
    ports: portsWith(faults, gemService),
    failures: failuresWith(faults),
  });
  const running = engine as unknown as SimulatedEngine<OrderEvents, OrderAnswers>;
  const flows = watchFlows({ watch() {} } as never, {
    db,
    now: clock.now,
    newId,
    logger,
    troubled: () => running.desk.troubled(),
  });
  const { context, life } = program;
  return {
    db: plainDb,
    clock,
    scheduler,
    engine: running,
    program,
    providers,
    registry,
    operator: {
      orders: context,
      life,
      flows: running.desk,
      releases: null as never,
      chance,
      operators: { roots: [] },
      reports: null as never,
    },
    faults,
    gemService,
    orders,
    shownDates: [],
    appBans: new Set(),
    violations,
    passOver,
    timeline,
    log,
    nameOf,
    ...(await addAccounts(plainDb)),
    jobs: {
      'sweep orders': async () => void (await sweepOrders(context, life)),
      'watch deliveries': () => watchDeliveries(context),
      'watch flows': () => flows.look(),
      'watch connections': () => watchConnections(context, registry),
      'end dated bans': async () => void (await endDatedBans({ db, now: clock.now, logger })),
      'forget cards': async () =>
        void (await forgetCards({ db, now: clock.now, newId, logger, providers: registry })),
    },
  };
}

export interface PaymentAtProvider {
  readonly provider: SimulatedProvider;
  readonly payment: SimulatedPayment;
}

export function paymentsOf({ providers }: Pick<World, 'providers'>): PaymentAtProvider[] {
  return providers.flatMap((provider) => provider.payments.map((payment) => ({ provider, payment })));
}
