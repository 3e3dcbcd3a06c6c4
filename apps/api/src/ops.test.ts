import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EXIT } from './ops/command.ts';

const ENTRY = fileURLToPath(new URL('./ops.ts', import.meta.url));

it('a reader who has seen enough is no fault: no trace, and its own exit code', async () => {
  const ops = spawn(process.execPath, [ENTRY], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  ops.stdout.destroy();
  const [said, [code]] = await Promise.all([text(ops.stderr), once(ops, 'exit')]);
  expect([said, code]).toEqual(['', EXIT.usage]);
});
