import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { operatorKeyOf, publicKeyText, type OperatorKey } from '../operator/identity/operator-key.ts';
import { refused, type Refused } from '../operator/refusals.ts';

/** The operator's private key in the operator's home directory: 32 bytes, plain or encrypted with a passphrase. */

const base64 = v.pipe(v.string(), v.base64());
/** 128 MB and about half a second per guess (OWASP's first choice for scrypt). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const SCRYPT_MEMORY_MAX = 256 * 1024 * 1024;

const schema = v.object({
  version: v.literal(1),
  publicKey: v.string(),
  secret: v.union([
    v.object({ plain: base64 }),
    v.object({ salt: base64, iv: base64, tag: base64, sealed: base64 }),
  ]),
});

export type KeyFile = v.InferOutput<typeof schema>;

const OTHERS_MAY_ANYTHING = 0o077;
const OTHERS_MAY_WRITE = 0o022;

function sealingKey(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { ...SCRYPT, maxmem: SCRYPT_MEMORY_MAX });
}

function sealed(secret: Uint8Array, passphrase: string | null): KeyFile['secret'] {
  if (passphrase === null) return { plain: Buffer.from(secret).toString('base64') };
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', sealingKey(passphrase, salt), iv);
  const bytes = Buffer.concat([cipher.update(secret), cipher.final()]);
  const text = (part: Buffer): string => part.toString('base64');
  return { salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), sealed: text(bytes) };
}

function unsealed(secret: KeyFile['secret'], passphrase: string | null): Buffer | null {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  if ('plain' in secret) return bytes(secret.plain);
  if (passphrase === null) return null;
  try {
    const key = sealingKey(passphrase, bytes(secret.salt));
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(secret.iv), { authTagLength: 16 });
    decipher.setAuthTag(bytes(secret.tag));
    return Buffer.concat([decipher.update(bytes(secret.sealed)), decipher.final()]);
  } catch {
    return null;
  }
}

export const hasPassphrase = ({ secret }: KeyFile): boolean => !('plain' in secret);

/** Permissions are checked on the open file, so that the file cannot be replaced between the check and the reading. */
export async function readKeyFile(path: string): Promise<KeyFile | Refused> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
  );
  if (typeof file === 'string') return refused(file === 'ENOENT' ? 'no-key' : 'key-unreadable', path);
  try {
    const { mode, uid } = await file.stat();
    const folder = await stat(dirname(path));
    const isOurs = process.getuid === undefined || uid === process.getuid();
    if (!isOurs || (mode & OTHERS_MAY_ANYTHING) !== 0 || (folder.mode & OTHERS_MAY_WRITE) !== 0)
      return refused('key-unsafe', path);
    const read = v.safeParse(schema, JSON.parse(await file.readFile('utf8')));
    return read.success ? read.output : refused('key-unreadable', path);
  } catch {
    return refused('key-unreadable', path);
  } finally {
    await file.close();
  }
}

export function openKeyFile(file: KeyFile, passphrase: string | null): OperatorKey | Refused {
  const secret = unsealed(file.secret, passphrase);
  if (secret === null) return refused('passphrase-wrong');
  const key = operatorKeyOf(secret);
  return publicKeyText(key.publicKey) === file.publicKey ? key : refused('key-unreadable', file.publicKey);
}

/** False if the file exists already: of two logins at once, one creates the key and both use it. */
export async function createKeyFile(
  path: string,
  secret: Uint8Array,
  passphrase: string | null,
): Promise<boolean> {
  const content: KeyFile = {
    version: 1,
    publicKey: publicKeyText(operatorKeyOf(secret).publicKey),
    secret: sealed(secret, passphrase),
  };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The key is written to a temporary file, which is then linked to the path, so that a second login never reads half a file.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
}

/** Renames the old key file instead of deleting it: its key may be needed to check an old record. */
export async function setAsideKeyFile(path: string, at: Date): Promise<string> {
  const aside = `${path}.${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(path, aside);
  return aside;
}
