import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSignedBy, readPublicKey } from '../operator/identity/operator-key.ts';
import { isRefused } from '../operator/refusals.ts';
import type { CommandResult } from './command.ts';
import { reportLines } from './run-verb.ts';
import { keyOpener, logIn, type AskHidden } from './login.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'jawhara-home-'));
});
afterAll(() => rm(home, { recursive: true }));

const now = (): Date => new Date();
const pathOf = (name: string): string => join(home, name, 'key.json');

function login(name: string, words: string[] = [], ask: AskHidden = null): Promise<CommandResult> {
  return logIn(words, { env: { path: pathOf(name), passphrase: null }, ask, now });
}

/** The public key of the key in this file, or the reason why the file cannot be opened. */
async function opened(
  path: string,
  passphrase: string | null = null,
  ask: AskHidden = null,
): Promise<string> {
  const inUse = await keyOpener({ path, passphrase }, ask, { now, newNonce: () => 'n' })();
  if (isRefused(inUse)) return inUse.because;
  const { key } = inUse;
  return isSignedBy(key.publicKey, 'text', key.sign('text')) ? 'signs' : 'does not sign';
}

const text = (ended: CommandResult): string =>
  'parts' in ended && ended.parts ? reportLines(ended.parts, new Date()).join('\n') : ended.kind;
const keyIn = (ended: CommandResult): string => /ed25519:\S+/.exec(text(ended))?.[0] ?? '';

describe('ops login', () => {
  it('ops login creates one key in a private file, and prints the same public key at later logins', async () => {
    const first = await login('first');
    expect(text(first)).toContain('A new operator key was made.');
    expect(readPublicKey(keyIn(first))).not.toBeNull();
    expect((await stat(pathOf('first'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'first'))).mode & 0o777).toBe(0o700);
    expect(keyIn(await login('first'))).toBe(keyIn(first));
    expect(await opened(pathOf('first'))).toBe('signs');
    expect(text(first)).not.toContain(JSON.parse(await readFile(pathOf('first'), 'utf8')).secret.plain);
  });

  it('ops login from two terminals at the same moment creates one key', async () => {
    const both = await Promise.all([login('twice'), login('twice')]);
    const storedKey = keyIn(await login('twice'));
    expect(both.map(keyIn)).toEqual([storedKey, storedKey]);
    expect(await readdir(join(home, 'twice'))).toEqual(['key.json']);
    expect(await opened(pathOf('twice'))).toBe('signs');
  });

  it('ops login --new creates a new key and renames the old key file', async () => {
    const old = keyIn(await login('renewed'));
    const renewed = await login('renewed', ['--new']);
    expect(keyIn(renewed)).not.toBe(old);
    expect(text(renewed)).toContain('The old one is in ');
    expect(await readdir(join(home, 'renewed'))).toHaveLength(2);
  });

  it('ops login with an unknown option is a usage error', async () => {
    expect((await login('first', ['--unknown'])).kind).toBe('usage');
  });
});

describe('the operator’s key file', () => {
  it.each([0o640, 0o604, 0o660, 0o602])(
    'a key file with the mode %o is refused, also by a new login',
    async (mode) => {
      const name = `mode-${mode}`;
      await login(name);
      await chmod(pathOf(name), mode);
      expect(await opened(pathOf(name))).toBe('key-unsafe');
      for (const words of [[], ['--new']])
        expect(await login(name, words)).toMatchObject({ kind: 'refused', because: 'key-unsafe' });
    },
  );

  it('a key file in a folder in which other users may write is refused', async () => {
    await login('open');
    await chmod(join(home, 'open'), 0o777);
    expect(await opened(pathOf('open'))).toBe('key-unsafe');
  });

  it('a key file that is a link, incomplete, of another format or missing is refused', async () => {
    await login('torn');
    const link = join(home, 'torn', 'link.json');
    await symlink(pathOf('torn'), link);
    expect(await opened(link)).toBe('key-unreadable');
    const whole = await readFile(pathOf('torn'), 'utf8');
    await writeFile(pathOf('torn'), whole.slice(0, 40));
    expect(await opened(pathOf('torn'))).toBe('key-unreadable');
    await writeFile(pathOf('torn'), '{}');
    expect(await opened(pathOf('torn'))).toBe('key-unreadable');
    expect(await opened(pathOf('nowhere'))).toBe('no-key');
  });

  it('a key file whose public key does not belong to its private key is refused', async () => {
    const other = keyIn(await login('other'));
    const mine = keyIn(await login('mine'));
    const file = await readFile(pathOf('mine'), 'utf8');
    await writeFile(pathOf('mine'), file.replace(mine, other));
    expect(await opened(pathOf('mine'))).toBe('key-unreadable');
  });

  it('a key file with a passphrase opens only with that passphrase, from the settings or typed', async () => {
    const typed = async (): Promise<string> => 'a long enough sentence';
    expect(text(await login('sealed', ['--passphrase'], typed))).toMatch(/passphrase +yes/);
    expect(await readFile(pathOf('sealed'), 'utf8')).not.toContain('plain');
    expect(await opened(pathOf('sealed'), 'a long enough sentence')).toBe('signs');
    expect(await opened(pathOf('sealed'), null, typed)).toBe('signs');
    expect(await opened(pathOf('sealed'), 'another sentence')).toBe('passphrase-wrong');
    expect(await opened(pathOf('sealed'))).toBe('passphrase-wrong');
  });

  it('no key is created when its passphrase is mistyped or cannot be typed', async () => {
    const answers = ['one', 'two'];
    const mistyped = async (): Promise<string> => answers.shift() ?? '';
    const missing = { kind: 'refused', because: 'passphrase-missing' };
    expect(await login('mistyped', ['--passphrase'], mistyped)).toMatchObject(missing);
    expect(await login('mistyped', ['--passphrase'])).toMatchObject(missing);
    expect(await opened(pathOf('mistyped'))).toBe('no-key');
  });
});
