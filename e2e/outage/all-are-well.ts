import { Redis } from 'ioredis';
import { shop } from '../addresses.ts';
import { expect } from '../fixtures.ts';
import { EVERY_PROVIDER } from '../providers/every-provider.ts';
import { releaseWebhooks, setOutage } from '../sandbox.ts';

/** A failed provider counts as healthy again within this time after its last failure. */
export const FORGIVEN_WITHIN_MS = 40_000;

interface Answer {
  readonly data: { readonly app_pkg_info: string };
}

/** The numbers of the providers that the site's public configuration names as failing. */
export async function failingProviders(): Promise<readonly number[]> {
  const answer = await fetch(`${shop().siteUrl}/api/sys/config/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'app_pkg_info', pure: 1 }),
  });
  const { data } = (await answer.json()) as Answer;
  return (JSON.parse(data.app_pkg_info) as { failing_providers: number[] }).failing_providers;
}

/** Ends every outage and releases all held webhooks. */
export async function endOutages(): Promise<void> {
  for (const provider of Object.values(EVERY_PROVIDER)) {
    await setOutage(provider, { failRate: 0 });
    await releaseWebhooks(provider);
  }
}

/** Ends all outages and waits until the shop has noticed it. */
export async function allAreWell(): Promise<void> {
  await endOutages();
  await expect.poll(failingProviders, { timeout: FORGIVEN_WITHIN_MS, intervals: [500] }).toEqual([]);
}

/**
 * Deletes the shop's counts of provider failures from the test before. While old results leave the time window one by one, the
 * share of failures could rise, and a healthy provider count as failing in the middle of this test.
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
