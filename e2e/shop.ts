import type { TestProject } from 'vitest/node';
import { startStack } from '../tools/stack/start-stack.ts';
import { startBrowser } from './browser.ts';
import { publishChannels } from './channels.ts';

/** Journeys come from one address, many in a minute; and what is unknown is asked about sooner than in a real shop. */
const ENV = {
  LOOKUPS_PER_MINUTE: '100000',
  ASK_PROVIDER_AFTER_MS: '2000',
  SWEEP_EVERY_MS: '1000',
};

/** The whole shop and one browser, for every journey of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack({
    profile: 'e2e',
    parts: ['postgres', 'redis', 'restate', 'sandbox', 'api', 'site'],
    env: ENV,
    say: (line) => console.log(`e2e: ${line}`),
  });
  const browser = await publishChannels(stack.urls.database)
    .then(startBrowser)
    .catch(async (fault: unknown) => {
      await stack.stop();
      throw fault;
    });
  project.provide('shop', {
    siteUrl: stack.urls.site,
    apiUrl: stack.urls.api,
    sandboxUrl: stack.urls.sandbox,
    databaseUrl: stack.urls.database,
    redisUrl: stack.urls.redis,
    logsDir: stack.logsDir,
    browserEndpoint: browser.wsEndpoint(),
  });
  return async () => {
    await browser.close();
    await stack.stop();
  };
}
