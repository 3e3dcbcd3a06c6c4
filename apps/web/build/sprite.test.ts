import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spriteSource } from './sprite.ts';

it('the sprite file equals the sprite made from its sources', () => {
  expect(readFileSync(join(import.meta.dirname, '../src/art/sprite.svg'), 'utf8')).toBe(spriteSource());
});

it('no symbol of the sprite refers to another symbol', () => {
  expect(spriteSource()).not.toContain('<use');
});
