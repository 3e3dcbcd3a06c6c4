import { startStack } from '../stack/start-stack.ts';
import { shopWindow } from './shop-window.ts';

const startedAt = performance.now();
const elapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;

try {
  const stack = await startStack({
    profile: 'dev',
    parts: ['sandbox', 'api', 'site'],
    say: (line) => console.log(`${elapsed()}  ${line}`),
  });
  console.log(`${elapsed()}  everything runs and reloads when you save; Ctrl-C ends it all\n`);
  console.log(`${shopWindow(stack.urls, stack.logsDir)}\n`);
  // The parts are detached; this keeps us here until Ctrl-C, which the stack answers itself.
  setInterval(() => {}, 1 << 30);
} catch (fault) {
  console.error(`\ndev: ${fault instanceof Error ? fault.message : String(fault)}`);
  process.exitCode = 1;
}
