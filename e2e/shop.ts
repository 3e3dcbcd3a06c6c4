import { join } from 'node:path';
import { placeOf } from '../tools/stack/profiles.ts';
import { STATE_DIR } from '../tools/stack/repository.ts';
import { startStack } from '../tools/stack/start-stack.ts';
import { hasRunningShop, tellAddresses } from './addresses.ts';
import { publishChannels } from './channels.ts';
import { ALL_SHOTS } from './output.ts';
import { layOutAll } from './screens/contact-sheet.ts';
import { SECOND_HOST, startSecondHost } from './second-host.ts';

/** Many journeys a minute come from one address, and unknown payments are queried sooner than in a real shop. */
const ENV = {
  LOOKUPS_PER_MINUTE: '100000',
  ASK_PROVIDER_AFTER_MS: '2000',
  SWEEP_EVERY_MS: '1000',
};

/** The first port of the run's servers, if not the default: with different ports two runs can go on side by side. */
const BASE_PORT = process.env['JAWHARA_E2E_BASE_PORT'];

/** Two hosts, each the backup of the other. */
function hostsEnvironment(sitePort: number): Record<string, string> {
  const [first, second] = [`127.0.0.1:${sitePort}`, `${SECOND_HOST}:${sitePort}`];
  return {
    BACKUP_DOMAINS: JSON.stringify({ [first]: [second], [second]: [first] }),
    HOST_ORIGINS: `http://${first},http://${second}`,
  };
}

/** Starts the whole shop, for all journeys of a run. */
export default async function startShop(): Promise<() => Promise<void>> {
  if (hasRunningShop()) return async () => {};
  const basePort = BASE_PORT === undefined ? undefined : Number(BASE_PORT);
  const { ports, directory } = placeOf('e2e', basePort);
  const filesDir = join(STATE_DIR, directory, 'files');
  const stack = await startStack({
    profile: 'e2e',
    parts: ['postgres', 'redis', 'restate', 'sandbox', 'api', 'rooms-redis', 'rooms-1', 'rooms-2', 'site'],
    env: { ...ENV, ...hostsEnvironment(ports.site), FILES_DIRECTORY: filesDir },
    ...(basePort === undefined ? {} : { basePort }),
    say: (line) => console.log(`e2e: ${line}`),
  });
  const stopSecondHost = await startSecondHost(stack.urls.site);
  try {
    await publishChannels(stack.urls.database);
  } catch (fault) {
    await stopSecondHost();
    await stack.stop();
    throw fault;
  }
  tellAddresses({
    siteUrl: stack.urls.site,
    apiUrl: stack.urls.api,
    sandboxUrl: stack.urls.sandbox,
    databaseUrl: stack.urls.database,
    redisUrl: stack.urls.redis,
    logsDir: stack.logsDir,
    filesDir,
  });
  return async () => {
    await stopSecondHost();
    await stack.stop();
    if (ALL_SHOTS) await layOutAll();
  };
}
