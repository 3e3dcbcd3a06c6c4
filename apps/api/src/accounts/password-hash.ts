import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id as OWASP asks for it: 19 MiB, two passes, one lane. A stronger setting here changes new hashes only. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2ID);
}

let decoy: Promise<string> | undefined;

/** A decoy password hash, compared with when there is none, so that an unknown account takes as long as a wrong password. */
function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(32).toString('hex'));
  return decoy;
}

export async function isPassword(typed: string, hashed: string | null): Promise<boolean> {
  const isMatch = await verify(hashed ?? (await decoyHash()), typed.normalize('NFC'));
  return isMatch && hashed !== null;
}
