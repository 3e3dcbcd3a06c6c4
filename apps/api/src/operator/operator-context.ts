import type { OrderId } from '@jawhara/domain';
import type { OrderLifeClient } from '../orders/base/order-life.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import type { FlowCommandResult, FlowTrouble, TroubledFlow } from '../platform/restate-admin.ts';
import type { Deployment, Registered } from '../platform/restate-deployments.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { ReportSources } from '../reconciliation/report-sources.ts';

/** Everything that the verbs of operators need. The command line provides it; a web console could too. */
export interface OperatorContext {
  readonly orders: OrderContext;
  readonly life: OrderLifeClient;
  readonly flows: FlowDesk;
  readonly releases: ReleaseDesk;
  readonly chance: Chance;
  readonly operators: {
    /**
     * Fingerprints of keys that need no certificate of an administrator. If empty, every self-signed administrator key
     * is accepted.
     */
    readonly roots: readonly string[];
  };
  /** The settlement reports of the providers, and where each is fetched. */
  readonly reports: ReportSources;
  /** If true, `act` rolls back every transaction and shows what it would have recorded. */
  readonly isRehearsal?: boolean;
}

/** The functions of the engine that releases and rollbacks use. */
export interface ReleaseDesk {
  /** Null when the engine does not answer. */
  deployments(): Promise<readonly Deployment[] | null>;
  register(url: string, how: 'first' | 'again'): Promise<Registered>;
  remove(id: string): Promise<boolean>;
}

/** The functions of the engine that operators' verbs for flows use. */
export interface FlowDesk {
  /** Null when the engine does not answer. */
  troubled(): Promise<FlowTrouble | null>;
  /** Every unfinished flow of an order, the oldest first. Null when the engine does not answer. */
  ofOrder(orderId: OrderId): Promise<readonly TroubledFlow[] | null>;
  resume(id: string): Promise<FlowCommandResult>;
  kill(id: string): Promise<FlowCommandResult>;
}
