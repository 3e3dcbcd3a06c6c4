import { startStack } from '../tools/stack/start-stack.ts';
import { tellAddresses } from './addresses.ts';
import { publishChannels } from './channels.ts';
import { ALL_SHOTS } from './output.ts';
import { layOutAll } from './screens/contact-sheet.ts';

/** Journeys come from one address, many in a minute; and what is unknown is asked about sooner than in a real shop. */
const ENV = {
  LOOKUPS_PER_MINUTE: '100000',
  ASK_PROVIDER_AFTER_MS: '2000',
  SWEEP_EVERY_MS: '1000',
};

/** The whole shop, for every journey of a run. */
export default async function startShop(): Promise<() => Promise<void>> {
  const stack = await startStack({
    profile: 'e2e',
    parts: ['postgres', 'redis', 'restate', 'sandbox', 'api', 'site'],
    env: ENV,
    say: (line) => console.log(`e2e: ${line}`),
  });
  try {
    await publishChannels(stack.urls.database);
  } catch (fault) {
    await stack.stop();
    throw fault;
  }
  tellAddresses({
    siteUrl: stack.urls.site,
    sandboxUrl: stack.urls.sandbox,
    databaseUrl: stack.urls.database,
    redisUrl: stack.urls.redis,
    logsDir: stack.logsDir,
  });
  return async () => {
    await stack.stop();
    if (ALL_SHOTS) await layOutAll();
  };
}
