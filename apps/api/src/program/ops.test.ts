import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ALERT_KIND_NAMES, ALERT_KINDS } from '@jawhara/domain';
import { EXIT } from '../ops/command.ts';
import { COMMANDS } from '../ops/commands.ts';

const ENTRY = fileURLToPath(new URL('./ops.ts', import.meta.url));

it('[ALR-02] every command that an alert names is there', () => {
  for (const kind of ALERT_KIND_NAMES)
    for (const [, name = ''] of ALERT_KINDS[kind].next.matchAll(/\bops ([a-z]+(?: [a-z-]+)?)/g))
      expect([
        kind,
        Object.hasOwn(COMMANDS, name) || Object.hasOwn(COMMANDS, name.split(' ')[0] ?? ''),
      ]).toEqual([kind, true]);
});

it('a reader who has seen enough is no fault: no trace, and its own exit code', async () => {
  const ops = spawn(process.execPath, [ENTRY], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  ops.stdout.destroy();
  const [said, [code]] = await Promise.all([text(ops.stderr), once(ops, 'exit')]);
  expect([said, code]).toEqual(['', EXIT.usage]);
});
