/** A part of the code that is mutated, and the tests that should fail then. */
export interface Area {
  /** Mutated files, as globs. */
  readonly mutate: readonly string[];
  /** Tests that should fail, as globs. */
  readonly tests: readonly string[];
  /** The tests need PostgreSQL, Redis and Restate. */
  readonly onServices: boolean;
  /** The least share of faults, in per cent, that tests must notice. */
  readonly scoreMin: number;
}

const API = 'apps/api/src';

export const AREAS = {
  domain: {
    mutate: ['packages/domain/src/**/*.ts', '!packages/domain/src/index.ts'],
    tests: ['packages/domain/src/**/*.test.ts'],
    onServices: false,
    scoreMin: 90,
  },
  orders: {
    mutate: [`${API}/orders/**/*.ts`],
    tests: [
      `${API}/{orders,ledger,fines,saved-cards,restrictions,operator,reconciliation,gem-packs}/**/*.test.ts`,
    ],
    onServices: true,
    scoreMin: 80,
  },
  gems: {
    mutate: [`${API}/{gems,ledger}/**/*.ts`],
    tests: [`${API}/{gems,ledger,orders,reconciliation,operator}/**/*.test.ts`],
    onServices: true,
    scoreMin: 80,
  },
  // The meaning of each provider's webhooks and statuses: the tables, and the code that reads them.
  providers: {
    mutate: [`${API}/providers/*/{webhook,event-meanings,event-types,payment-step,trade,look-up}.ts`],
    tests: [`${API}/providers/**/*.test.ts`],
    onServices: true,
    scoreMin: 80,
  },
  guards: {
    mutate: [`${API}/guards/**/*.ts`],
    tests: [`${API}/{guards,http}/**/*.test.ts`],
    onServices: true,
    scoreMin: 80,
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof AREAS;

export function isAreaName(word: string): word is AreaName {
  return Object.hasOwn(AREAS, word);
}
