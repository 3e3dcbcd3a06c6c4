import type { Sql } from 'postgres';
import { SCENARIOS, type Scenario, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import type { BookedPayment } from './booked-payment.ts';
import { PROVIDER_FACTS } from './every-provider.ts';
import { countKnownPayments, undecidedOrders, unfinishedFlows, unfinishedWork } from './gather-evidence.ts';
import { groupBy } from './group-by.ts';
import type { SandboxControls } from './sandbox-controls.ts';
import type { Storm } from './storm.ts';

interface Watched {
  readonly sql: Sql;
  readonly sandbox: SandboxControls;
  readonly storm: Storm;
  readonly adminUrl: string;
}

/** Whether the provider will still decide by itself. A payment that waits for a payer at a bank may wait for days. */
function isStillToDecide({ provider, scenario, status }: BookedPayment): boolean {
  const card: Scenario | undefined = SCENARIOS[scenario as ScenarioKey];
  return card?.delivery === 'later' && status.toLowerCase() === PROVIDER_FACTS[provider].undecidedAs;
}

/** The number of captured payments in the providers' books that our database does not have as paid. */
async function unheardOf(sql: Sql, books: readonly BookedPayment[]): Promise<number> {
  const knownCounts = await countKnownPayments(sql);
  const captured = groupBy(
    books.filter((booked) => booked.captured > 0),
    ({ reference, provider }) => `${reference} ${provider}`,
  );
  return [...captured].reduce(
    (count, [name, payments]) => count + Math.max(payments.length - (knownCounts.get(name) ?? 0), 0),
    0,
  );
}

/** Describes the unfinished work of the shop and of the providers; empty if there is none. */
export async function whatIsOpen({ sql, sandbox, storm, adminUrl }: Watched): Promise<string[]> {
  const { held, waiting } = await sandbox.webhookCounts();
  const books = await sandbox.books();
  const counts = {
    orders: (await undecidedOrders(sql)).length,
    ...(await unfinishedWork(sql)),
    webhooks: held + waiting,
    flows: (await unfinishedFlows(adminUrl)).length,
    'payments to decide': books.filter(isStillToDecide).length,
    'payments unheard of': await unheardOf(sql, books),
    'payments in the storm': await storm.busy(),
  };
  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
}
