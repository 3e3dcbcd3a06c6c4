import { httpUrl, portsFrom, PROFILES } from '../stack/profiles.ts';
import { startStack } from '../stack/start-stack.ts';
import { runningDev, type RunningDev } from './running-dev.ts';
import { shopWindow } from './shop-window.ts';

const startedAt = performance.now();
const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;
const ports = portsFrom(PROFILES.dev.basePort);

async function run(): Promise<void> {
  sayFarewell();
  const stack = await startStack({
    profile: 'dev',
    parts: ['sandbox', 'api', 'site'],
    env: { METRICS_PORT: String(ports.metrics) },
    say: (line) => console.log(`${elapsed()}  ${line}`),
  });
  console.log(`${elapsed()}  everything runs and reloads when you save; Ctrl-C ends it all\n`);
  console.log(`${shopWindow(stack.urls, httpUrl(stack.ports.metrics), stack.logsDir)}\n`);
  // The parts are detached; this keeps us here until Ctrl-C, which the stack answers itself.
  setInterval(() => {}, 1 << 30);
}

/** Stopping takes seconds: whoever pressed Ctrl-C should see that it was heard, and what is left. */
function sayFarewell(): void {
  let isStopping = false;
  const heard = (): void => {
    if (!isStopping) console.log('\nstopping…');
    isStopping = true;
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  process.once('exit', (code) => {
    if (isStopping && code !== 1) console.log('stopped; the database jawhara_dev and .jawhara/ stay');
  });
}

function refuse({ checkout, pid }: RunningDev): void {
  console.error(`\ndev: already running from ${checkout} (pid ${pid}):`);
  console.error(`     open ${httpUrl(ports.site)} or end that pid.`);
  process.exitCode = 1;
}

try {
  const other = runningDev(Object.values(ports));
  if (other === undefined) await run();
  else refuse(other);
} catch (fault) {
  console.error(`\ndev: ${fault instanceof Error ? fault.message : String(fault)}`);
  process.exitCode = 1;
}
