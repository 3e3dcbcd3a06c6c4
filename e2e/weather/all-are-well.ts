import { Redis } from 'ioredis';
import { expect, inject } from 'vitest';
import { ADYEN, CHECKOUT_COM, PAYERMAX } from '../providers.ts';
import { releasePost, setWeather } from '../sandbox.ts';

const PROVIDERS = [CHECKOUT_COM, ADYEN, PAYERMAX];

/** A provider that failed is forgiven within this time of its last failure. */
export const FORGIVEN_WITHIN_MS = 40_000;

interface Answer {
  readonly data: { readonly app_pkg_info: string };
}

/** Whom the shop takes for failing, as it tells every visitor. */
export async function failingProviders(): Promise<readonly number[]> {
  const answer = await fetch(`${inject('shop').siteUrl}/api/sys/config/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'app_pkg_info', pure: 1 }),
  });
  const { data } = (await answer.json()) as Answer;
  return (JSON.parse(data.app_pkg_info) as { failing_providers: number[] }).failing_providers;
}

/** Whatever a test has broken or held back. */
export async function calmWeather(): Promise<void> {
  for (const provider of PROVIDERS) {
    await setWeather(provider, { failRate: 0 });
    await releasePost(provider);
  }
}

/** The sky is clear, and the shop finds out by itself. */
export async function allAreWell(): Promise<void> {
  await calmWeather();
  await expect.poll(failingProviders, { timeout: FORGIVEN_WITHIN_MS, interval: 500 }).toEqual([]);
}

/**
 * A test begins as if nothing had been before: without the counts of the one before it, of which single old answers could
 * leave the window later than it looked, and turn a provider that was well into a failing one in the middle of this test.
 */
export async function freshStart(): Promise<void> {
  const redis = new Redis(inject('shop').redisUrl);
  try {
    const counts = await redis.keys('jawhara:health:*');
    if (counts.length > 0) await redis.del(...counts);
  } finally {
    redis.disconnect();
  }
  await allAreWell();
}
