import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALERT_KIND_NAMES, ALERT_KINDS } from '@jawhara/domain';
import { EXIT } from '../ops/command.ts';
import { findVerb, parseCommand } from '../ops/command-line.ts';
import { VERBS } from '../operator/verbs.ts';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';

const ENTRY = fileURLToPath(new URL('./ops.ts', import.meta.url));

/**
 * The words of a command in a document, without its `[...]` parts. A placeholder whose form is checked is replaced by a
 * valid value.
 */
const wordsOf = (text: string): string[] =>
  text
    .replace(/\s#.*$/, '')
    .replace('N:DIGEST', '7:0123abcd')
    .replaceAll(/[[\]]|\.\.\./g, ' ')
    .match(/"[^"]*"|\S+/g)
    ?.map((word) => word.replaceAll('"', '')) ?? [];

/** The problem with a command, or null: with arguments it must parse, and a bare name must be the name of a command. */
function problemWith(text: string): string | null {
  const argv = wordsOf(text);
  if (argv[0] === 'login') return null;
  const found = findVerb(VERBS, argv);
  if (found === null) return `${text}: no such command`;
  const parsed = found.rest.length === 0 ? null : parseCommand(found.verb, found.rest);
  return parsed?.kind === 'wrong' ? `${text}: ${parsed.problems.join(' ')}` : null;
}

it('[ALR-02] every operator command that an alert names exists', () => {
  const named = ALERT_KIND_NAMES.flatMap((kind) =>
    [...ALERT_KINDS[kind].next.matchAll(/\bops ([a-z]+(?: [a-z-]+)?)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(30);
  // In a sentence the second word may not belong to the name, so the first word alone is tried too.
  const unknown = named.filter(
    (name) => problemWith(name) !== null && problemWith(name.split(' ')[0] ?? '') !== null,
  );
  expect(unknown).toEqual([]);
});

describe('operator commands in documents', () => {
  const nouns = new Set(
    VERBS.map(({ name }) => name.split(' ')).flatMap(([noun, verb]) => (verb ? [noun] : [])),
  );
  /**
   * The commands in a document: text after `npm run ops --` or the program's file, or text that begins with a noun of
   * the commands.
   */
  const commandsIn = (text: string): string[] => {
    const code = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^ *((?:npm run )?ops .+)$/gm)].map(
      ([, found = '']) => found,
    );
    return code.flatMap((line) => {
      const behind = /(?:npm run ops --|program\/ops\.ts|^ops(?= [a-z-]+(?: |$))) ([a-z].*)$/.exec(line)?.[1];
      if (behind !== undefined) return [behind];
      return nouns.has(line.split(' ')[0]) && /^[a-z]+ [a-z-]+( [A-Z-].*)?$/.test(line) ? [line] : [];
    });
  };

  it.each(globSync(['docs/operations/*.md', 'deploy/*.md', 'README.md'], { cwd: REPOSITORY }))(
    'every operator command in %s parses',
    (path) => {
      const commands = commandsIn(readFileSync(join(REPOSITORY, path), 'utf8'));
      if (path.endsWith('runbook.md')) expect(commands.length).toBeGreaterThan(60);
      expect(commands.map(problemWith).filter((problem) => problem !== null)).toEqual([]);
    },
  );
});

it('the operator command line ends without an error when its output is closed early', async () => {
  const ops = spawn(process.execPath, [ENTRY], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  ops.stdout.destroy();
  const [said, [code]] = await Promise.all([text(ops.stderr), once(ops, 'exit')]);
  expect([said, code]).toEqual(['', EXIT.usage]);
});
