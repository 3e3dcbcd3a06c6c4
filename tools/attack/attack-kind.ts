import type { Target } from './target/target.ts';

/** A single attempt of an attack and its finding; null when the site withstood it. */
export interface Probe {
  readonly tried: string;
  readonly finding: string | null;
}

/** A weakness of the kind that an attack looks for, made on purpose. */
export interface Plant {
  readonly weakness: string;
  /** Must match the attack's report of this weakness, so that another finding does not count for it. */
  readonly reported: RegExp;
  /** Starts a target with the weakness, usually a server in front of the real one. */
  start(target: Target): Promise<WeakTarget>;
}

export interface WeakTarget {
  readonly target: Target;
  stop(): Promise<void>;
}

/** Wire attacks open sockets themselves; browser attacks share one browser and the relay that routes its visitors. */
export type AttackTool = 'wire' | 'browser';

/** Probes are yielded one by one, so the search for a planted weakness ends with the first report of it. */
export interface Attack {
  readonly name: string;
  readonly tool: AttackTool;
  run(target: Target): AsyncIterable<Probe>;
  readonly plants: readonly [Plant, ...Plant[]];
}

export const probe = (tried: string, finding: string | null): Probe => ({ tried, finding });
