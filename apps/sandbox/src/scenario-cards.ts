import type { ScenarioEntry, Tone } from './scenario-page.ts';
import { SCENARIO_KEYS, SCENARIOS, type Scenario, type ScenarioKey } from './scenarios.ts';

function tone({ authentication, delivery, verdict, takes, webhooks }: Scenario): Tone {
  if (delivery !== 'at-once' || takes !== 'asked' || webhooks !== 'sent') return 'odd';
  if (authentication === 'challenge') return 'ask';
  return verdict.says === 'yes' ? 'good' : 'bad';
}

/** The card number in groups of four, for reading. The copied text has no spaces. */
export function shownNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

function entry(key: ScenarioKey): ScenarioEntry {
  const scenario: Scenario = SCENARIOS[key];
  return {
    tone: tone(scenario),
    title: { ar: scenario.title.ar, en: `${scenario.title.en} · ${scenario.brand}` },
    shown: shownNumber(scenario.number),
    copied: scenario.number,
  };
}

/** The test cards that have the same result at every provider, so that a person learns one list only. */
export const SCENARIO_CARDS: readonly ScenarioEntry[] = SCENARIO_KEYS.map(entry);
