/** A part of the code that is broken on purpose, and the tests that ought to notice. */
export interface Area {
  /** What is broken, as globs. */
  readonly mutate: readonly string[];
  /** Who should notice. */
  readonly tests: readonly string[];
  /** Their tests run on PostgreSQL, Redis and Restate. */
  readonly onServices: boolean;
  /** Of a hundred faults at least so many must be noticed. */
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
  // What each provider's words mean to us: the tables, and the reading that leads to them.
  providers: {
    mutate: [
      `${API}/providers/*/{notification,notification-*,event-types,case-word,payment-step,trade-step,returns}.ts`,
    ],
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
