import { seededChance } from './chance.ts';

/** How well the payment API works today. */
export interface ApiWeather {
  readonly latencyMs: number;
  /** The chance that a request is answered 503 before anything is done. */
  readonly failRate: number;
  /** The chance that a payment is made and its answer never arrives. */
  readonly lostAnswerRate: number;
  /** A lost answer hangs for this long, then the connection breaks. */
  readonly hangMs: number;
  /** A payment that is pending without a question is decided after this time. */
  readonly settleAfterMs: number;
  readonly seed: number;
}

export const FAIR_WEATHER: ApiWeather = {
  latencyMs: 0,
  failRate: 0,
  lostAnswerRate: 0,
  hangMs: 3_000,
  settleAfterMs: 400,
  seed: 1,
};

export function createApiWeather(first: Partial<ApiWeather>) {
  let weather: ApiWeather = { ...FAIR_WEATHER, ...first };
  let chance = seededChance(weather.seed);
  return {
    now: () => weather,
    change(changed: Partial<ApiWeather>) {
      weather = { ...weather, ...changed };
      if (changed.seed !== undefined) chance = seededChance(changed.seed);
    },
    failsNow: () => weather.failRate > 0 && chance() < weather.failRate,
    losesAnswerNow: () => weather.lostAnswerRate > 0 && chance() < weather.lostAnswerRate,
    clear() {
      weather = { ...FAIR_WEATHER, ...first };
      chance = seededChance(weather.seed);
    },
  };
}

export type Weather = ReturnType<typeof createApiWeather>;
