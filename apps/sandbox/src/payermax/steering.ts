import { SCENARIOS, type ScenarioKey } from '../scenarios.ts';

/** How a payment goes on. `isNeverDecided`: it stays pending until the order expires. */
export interface Course {
  readonly scenario: ScenarioKey;
  readonly isNeverDecided: boolean;
}

export const STEERING_SUBJECTS = ['SUCCESS', 'FAILED', 'PENDING', '3DS'] as const;

/** PayerMax's older rule: a payment of one of these amounts, in cents of any currency, has this result. */
export const STEERING_AMOUNTS = {
  FAILED: [112, 1_500, 50_000, 2_000_000, 2_500_000],
  PENDING: [600, 6_000, 60_000, 1_600_000],
  '3DS': [22_200],
} as const;

const COURSES = {
  SUCCESS: null,
  FAILED: { scenario: 'do-not-honour', isNeverDecided: false },
  PENDING: { scenario: 'approve', isNeverDecided: true },
  '3DS': { scenario: 'challenge', isNeverDecided: false },
} as const satisfies Record<(typeof STEERING_SUBJECTS)[number], Course | null>;

function isPlain(scenario: ScenarioKey): boolean {
  return scenario === 'approve' || scenario === 'approve-mastercard';
}

/** In PayerMax's test environment an order's subject or amount decides the result. Our test cards override only the amount. */
export function courseOf(subject: string, cents: number, scenario: ScenarioKey): Course {
  const bySubject = STEERING_SUBJECTS.find((word) => word === subject);
  const said = bySubject ? COURSES[bySubject] : null;
  if (said) return said;
  const byAmount = isPlain(scenario)
    ? (['FAILED', 'PENDING', '3DS'] as const).find((word) =>
        (STEERING_AMOUNTS[word] as readonly number[]).includes(cents),
      )
    : undefined;
  return byAmount ? COURSES[byAmount] : { scenario, isNeverDecided: false };
}

export function asksTheCardholder({ scenario }: Course): boolean {
  return SCENARIOS[scenario].authentication === 'challenge';
}
