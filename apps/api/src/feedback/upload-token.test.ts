import type { FileKey } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { readUploadToken, signUploadToken, type UploadClaims } from './upload-token.ts';

const secret = Buffer.from('a secret that is long enough to be one');
const now = new Date('2026-11-05T10:00:00Z');
const claims: UploadClaims = {
  key: `feedback-${'a'.repeat(40)}` as FileKey,
  device: 'device-digest',
  bytes: 1_000,
  type: 'image/jpeg',
  expiresAtMs: now.getTime() + 1_000,
};

it('[FBK-02] a token says for which file, device, size and type it was given', () => {
  expect(readUploadToken(secret, signUploadToken(secret, claims), now)).toEqual(claims);
});

it('a token ends at its time', () => {
  const token = signUploadToken(secret, claims);
  expect(readUploadToken(secret, token, new Date(claims.expiresAtMs - 1))).not.toBeNull();
  expect(readUploadToken(secret, token, new Date(claims.expiresAtMs))).toBeNull();
});

it('nobody without the secret makes or changes one', () => {
  const [payload = '', seal = ''] = signUploadToken(secret, claims).split('.');
  const larger = Buffer.from(JSON.stringify({ ...claims, bytes: 9e9 })).toString('base64url');
  const forged = [
    `${larger}.${seal}`,
    `${payload}.`,
    `${payload}.${seal.slice(0, -2)}`,
    `${payload}.${seal}.${seal}`,
    signUploadToken(Buffer.from('another secret, just as long as it'), claims),
    '',
    '.',
  ];
  for (const token of forged) expect(readUploadToken(secret, token, now)).toBeNull();
});
