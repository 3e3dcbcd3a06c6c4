import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spriteSource } from './sprite.ts';

it('the sprite is what its sources make: run `npm run sprite -w apps/web` after changing them', () => {
  expect(readFileSync(join(import.meta.dirname, '../src/art/sprite.svg'), 'utf8')).toBe(spriteSource());
});

it('needs nothing from another symbol', () => {
  expect(spriteSource()).not.toContain('<use');
});
