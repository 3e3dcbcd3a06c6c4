import { httpUrl, placeOf, PROFILES, type Place } from '../stack/profiles.ts';
import { startStack } from '../stack/start-stack.ts';
import { readPort } from './read-port.ts';
import { runningDev, type RunningDev } from './running-dev.ts';
import { devBanner } from './dev-banner.ts';

const startedAt = performance.now();
const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;

async function run(basePort: number, place: Place): Promise<void> {
  sayFarewell(place);
  const stack = await startStack({
    profile: 'dev',
    basePort,
    parts: ['sandbox', 'api', 'rooms-redis', 'rooms-1', 'demo-room', 'site'],
    env: {
      METRICS_PORT: String(place.ports.metrics),
      FILES_DIRECTORY: `.jawhara/${place.directory}/files`,
      GOOGLE_PAY_ENVIRONMENT: 'TEST',
      GOOGLE_PAY_SCRIPT_URL: `${httpUrl(place.ports.sandbox)}/google-pay/pay.js`,
    },
    say: (line) => console.log(`${elapsed()}  ${line}`),
  });
  console.log(`${elapsed()}  everything runs and reloads when you save; Ctrl-C ends it all\n`);
  const window = devBanner(stack.urls, httpUrl(stack.ports.metrics), stack.logsDir, {
    isFirst: basePort === PROFILES.dev.basePort,
    environment: stack.env,
  });
  console.log(`${window}\n`);
  // The parts are detached processes; this timer keeps ours alive until Ctrl-C, which the stack handles.
  setInterval(() => {}, 1 << 30);
}

/** Stopping takes seconds, so say at once that Ctrl-C was received and what stays behind. */
function sayFarewell({ database, directory }: Place): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (!isStopping) console.log('\nstopping…');
    isStopping = true;
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  process.once('exit', (code) => {
    if (isStopping && code !== 1)
      console.log(`stopped; the database ${database} and .jawhara/${directory}/ stay for next time`);
  });
}

function refuse({ checkout, pid }: RunningDev, site: number): void {
  console.error(`\ndev: already running from ${checkout} (pid ${pid}):`);
  console.error(
    `     open ${httpUrl(site)}, end that pid, or run a second one beside it: npm run dev -- --port 4600`,
  );
  process.exitCode = 1;
}

try {
  const port = readPort(process.argv.slice(2));
  if (port.kind === 'refused') throw new Error(port.why);
  const place = placeOf('dev', port.basePort);
  const other = runningDev(Object.values(place.ports));
  if (other === undefined) await run(port.basePort, place);
  else refuse(other, place.ports.site);
} catch (fault) {
  console.error(`\ndev: ${fault instanceof Error ? fault.message : String(fault)}`);
  process.exitCode = 1;
}
