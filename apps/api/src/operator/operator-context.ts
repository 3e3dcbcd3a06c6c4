import type { OrderLifeClient } from '../orders/order.flow.ts';
import type { OrderContext } from '../orders/order-context.ts';
import type { FlowTold, FlowTrouble } from '../platform/restate-admin.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { ReportDesk } from '../reconciliation/report-desk.ts';

/** What a person's verbs need. A command line has it, and a console can. */
export interface OperatorContext {
  readonly orders: OrderContext;
  readonly life: OrderLifeClient;
  readonly flows: FlowDesk;
  readonly chance: Chance;
  /** Settlement reports of the providers, and where they are fetched. */
  readonly reports: ReportDesk;
}

/** The engine, as far as a person may touch it. */
export interface FlowDesk {
  /** Null when the engine is away. */
  troubled(): Promise<FlowTrouble | null>;
  resume(id: string): Promise<FlowTold>;
  kill(id: string): Promise<FlowTold>;
}
