import { SCENARIOS, type ScenarioKey } from '../scenarios.ts';

/** The course of a payment. `isNeverDecided`: it stays pending until its time is over. */
export interface Course {
  readonly scenario: ScenarioKey;
  readonly isNeverDecided: boolean;
}

export const STEERING_SUBJECTS = ['SUCCESS', 'FAILED', 'PENDING', '3DS'] as const;

/** The older rule, by amounts in cents of any currency. */
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

/** The test platform is steered by subject or amount. A scenario's card overrides the amount, the subject both. */
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
