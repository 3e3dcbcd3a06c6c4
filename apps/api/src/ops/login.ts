import { parseArgs } from 'node:util';
import type { Clock } from '../platform/clock.ts';
import type { KeyInUse } from '../operator/identity/sign-off.ts';
import { digestOf, fingerprintText, newSecret, readPublicKey } from '../operator/identity/operator-key.ts';
import { isRefused, refused, type Refused } from '../operator/refusals.ts';
import { facts, type ReportPart } from '../operator/report-parts.ts';
import { shown } from '../operator/verb.ts';
import type { CommandResult } from './command.ts';
import {
  createKeyFile,
  hasPassphrase,
  openKeyFile,
  readKeyFile,
  setAsideKeyFile,
  type KeyFile,
} from './key-file.ts';

export const LOGIN_USAGE = {
  usage: 'login [--passphrase] [--new]',
  says: 'make your operator key on this machine, or show the one that is there; --new sets the old one aside',
} as const;

/** The settings of the operator's key. `ops login` needs no others. */
export interface KeyEnv {
  readonly path: string;
  /** Null: the passphrase is typed on the terminal. */
  readonly passphrase: string | null;
}

/** Asks a question whose answer is not shown on the terminal; null if no terminal is attached. */
export type AskHidden = ((question: string) => Promise<string>) | null;

function keyParts(file: KeyFile, path: string): ReportPart[] {
  const key = readPublicKey(file.publicKey);
  return [
    facts([
      ['key', file.publicKey],
      ['fingerprint', key === null ? null : fingerprintText(digestOf(key))],
      ['file', path],
      ['passphrase', hasPassphrase(file) ? 'yes' : 'no'],
    ]),
    '',
    'An administrator adds you with:',
    `  npm run ops -- operators add --name YOUR-NAME --role support --key ${file.publicKey} --why "REASON"`,
    'The first operator of a shop:',
    '  npm run ops -- operators first --name YOUR-NAME --why "REASON"',
  ];
}

async function newPassphrase({ passphrase }: KeyEnv, ask: AskHidden): Promise<string | null> {
  if (passphrase !== null || ask === null) return passphrase;
  const first = await ask('Passphrase: ');
  return first !== '' && first === (await ask('Once more: ')) ? first : null;
}

/** Creates the key pair at the first use and prints its public part. The private part never leaves the file. */
export async function logIn(
  argv: readonly string[],
  { env, ask, now }: { readonly env: KeyEnv; readonly ask: AskHidden; readonly now: Clock },
): Promise<CommandResult> {
  const options = {
    passphrase: { type: 'boolean', default: false },
    new: { type: 'boolean', default: false },
  } as const;
  let wants: { passphrase: boolean; new: boolean };
  try {
    wants = parseArgs({ args: [...argv], options }).values;
  } catch {
    return { kind: 'usage', problems: [] };
  }
  const there = await readKeyFile(env.path);
  if (!isRefused(there) && !wants.new)
    return shown('The operator key of this machine:', ...keyParts(there, env.path));
  if (isRefused(there) && there.because === 'key-unsafe') return there;
  if (isRefused(there) && there.because !== 'no-key' && !wants.new) return there;
  const passphrase = wants.passphrase ? await newPassphrase(env, ask) : null;
  if (wants.passphrase && passphrase === null) return refused('passphrase-missing');
  const isAside = wants.new && !(isRefused(there) && there.because === 'no-key');
  const aside = isAside ? await setAsideKeyFile(env.path, now()) : null;
  await createKeyFile(env.path, newSecret(), passphrase);
  const made = await readKeyFile(env.path);
  if (isRefused(made)) return made;
  return shown(
    'A new operator key was made.',
    ...(aside === null
      ? []
      : [`The old one is in ${aside}; an administrator ends it with ops operators end.`]),
    ...keyParts(made, env.path),
  );
}

/** Opens the key when a command first needs it, and asks for its passphrase then. It is opened only once. */
export function keyOpener(
  env: KeyEnv,
  ask: AskHidden,
  rest: Omit<KeyInUse, 'key'>,
): () => Promise<KeyInUse | Refused> {
  return async () => {
    const file = await readKeyFile(env.path);
    if (isRefused(file)) return file;
    const passphrase = hasPassphrase(file) ? (env.passphrase ?? (await ask?.('Passphrase: ')) ?? null) : null;
    const key = openKeyFile(file, passphrase);
    return isRefused(key) ? key : { key, ...rest };
  };
}
