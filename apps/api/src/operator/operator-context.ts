import type { OrderId } from '@jawhara/domain';
import type { OrderLifeClient } from '../orders/base/order-life.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import type { FlowCommandResult, FlowTrouble, TroubledFlow } from '../platform/restate-admin.ts';
import type { Deployment, Registered } from '../platform/restate-deployments.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { ReportSources } from '../reconciliation/report-sources.ts';

/** Dependencies of an operator's verbs. A command line has them, and a console can. */
export interface OperatorContext {
  readonly orders: OrderContext;
  readonly life: OrderLifeClient;
  readonly flows: FlowDesk;
  readonly releases: ReleaseDesk;
  readonly chance: Chance;
  readonly operators: {
    /** Fingerprints of keys that need no administrator's signature. If empty, every self-signed key is accepted. */
    readonly roots: readonly string[];
  };
  /** Settlement reports of the providers, and where they are fetched. */
  readonly reports: ReportSources;
  /** Every transaction of `act` is rolled back and shows what it would have recorded. */
  readonly isRehearsal?: boolean;
}

/** The engine's functions that a release needs. */
export interface ReleaseDesk {
  /** Null when the engine is away. */
  deployments(): Promise<readonly Deployment[] | null>;
  register(url: string, how: 'first' | 'again'): Promise<Registered>;
  remove(id: string): Promise<boolean>;
}

/** The engine's functions for operators' verbs. */
export interface FlowDesk {
  /** Null when the engine is away. */
  troubled(): Promise<FlowTrouble | null>;
  /** Every unfinished flow of an order, the oldest first. Null when the engine is away. */
  ofOrder(orderId: OrderId): Promise<readonly TroubledFlow[] | null>;
  resume(id: string): Promise<FlowCommandResult>;
  kill(id: string): Promise<FlowCommandResult>;
}
