import { describe, expect, it } from 'vitest';
import { CARD_NUMBER_DIGITS, passesLuhn, SCHEME_NAMES, schemeOf } from './world/card-number.ts';
import { SCENARIO_KEYS, scenarioKeyOf, SCENARIOS } from './scenarios.ts';

describe('scenario cards', () => {
  it.each(SCENARIO_KEYS)('the test card for %s has a complete, valid number of its brand', (key) => {
    const { number, brand } = SCENARIOS[key];
    const scheme = schemeOf(number);
    expect(number).toHaveLength(CARD_NUMBER_DIGITS);
    expect(passesLuhn(number)).toBe(true);
    expect(scheme && SCHEME_NAMES[scheme]).toBe(brand);
  });

  it('every test card plays its own scenario, and any other card is approved', () => {
    for (const key of SCENARIO_KEYS) expect(scenarioKeyOf(SCENARIOS[key].number)).toBe(key);
    expect(scenarioKeyOf('4000000000000002')).toBe('approve');
  });
});
