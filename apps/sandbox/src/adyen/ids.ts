import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CHARACTERS = 16;

/** 16 capital letters and digits, as Adyen's references and the ids of saved cards look. */
export function newReference(): string {
  let text = '';
  for (const byte of randomBytes(CHARACTERS)) text += ALPHABET[byte & 31];
  return text;
}

/** A value that passes through a browser and returns: long and random, so that it cannot be guessed. */
export function newPassage(): string {
  return `Ab02b4c0!${randomBytes(48).toString('base64url')}`;
}
