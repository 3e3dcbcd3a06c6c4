import type { Target } from './target/target.ts';

/** One thing that was tried, and what it brought to light: null where the site held. */
export interface Probe {
  readonly tried: string;
  readonly finding: string | null;
}

/** A weakness of the kind that an attack looks for, made on purpose. */
export interface Plant {
  readonly weakness: string;
  /** Has to match what the attack reports of it, so that no other finding passes for it. */
  readonly reported: RegExp;
  /** A target with the weakness, most often a server before the real one. */
  start(target: Target): Promise<WeakTarget>;
}

export interface WeakTarget {
  readonly target: Target;
  stop(): Promise<void>;
}

/** Wire attacks open sockets themselves; browser attacks share the one browser and where its visitors are led. */
export type AttackTool = 'wire' | 'browser';

/** Probes come one by one: the search for a planted weakness ends with the first that reports it. */
export interface Attack {
  readonly name: string;
  readonly tool: AttackTool;
  run(target: Target): AsyncIterable<Probe>;
  readonly plants: readonly [Plant, ...Plant[]];
}

export const probe = (tried: string, finding: string | null): Probe => ({ tried, finding });
