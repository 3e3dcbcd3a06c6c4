import { Redis } from 'ioredis';
import { shop } from '../addresses.ts';
import { expect } from '../fixtures.ts';
import { EVERY_PROVIDER } from '../providers/every-provider.ts';
import { releaseWebhooks, setOutage } from '../sandbox.ts';

/** A provider that failed is forgiven within this time of its last failure. */
export const FORGIVEN_WITHIN_MS = 40_000;

interface Answer {
  readonly data: { readonly app_pkg_info: string };
}

/** Whom the shop takes for failing, as it tells every visitor. */
export async function failingProviders(): Promise<readonly number[]> {
  const answer = await fetch(`${shop().siteUrl}/api/sys/config/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'app_pkg_info', pure: 1 }),
  });
  const { data } = (await answer.json()) as Answer;
  return (JSON.parse(data.app_pkg_info) as { failing_providers: number[] }).failing_providers;
}

/** Whatever a test has broken or held back. */
export async function endOutages(): Promise<void> {
  for (const provider of Object.values(EVERY_PROVIDER)) {
    await setOutage(provider, { failRate: 0 });
    await releaseWebhooks(provider);
  }
}

/** The sky is clear, and the shop finds out by itself. */
export async function allAreWell(): Promise<void> {
  await endOutages();
  await expect.poll(failingProviders, { timeout: FORGIVEN_WITHIN_MS, intervals: [500] }).toEqual([]);
}

/**
 * A test begins as if nothing had been before: without the counts of the one before it, of which single old answers could
 * leave the window later than it looked, and turn a provider that was well into a failing one in the middle of this test.
 */
export async function freshStart(): Promise<void> {
  const redis = new Redis(shop().redisUrl);
  try {
    const counts = await redis.keys('jawhara:health:*');
    if (counts.length > 0) await redis.del(...counts);
  } finally {
    redis.disconnect();
  }
  await allAreWell();
}
