import { expect, it } from 'vitest';
import { performanceChunks } from './performance-report.ts';

it('[APP-16] is cut in chunks of 300 characters that give it back', () => {
  const entries = Array.from({ length: 40 }, (_, i) => ({ name: `step-${i}`, ms: i }));
  const chunks = performanceChunks(entries);
  expect(chunks.slice(0, -1).every((chunk) => chunk.length === 300)).toBe(true);
  expect(JSON.parse(chunks.join(''))).toEqual(entries);
});

it('[APP-16] has at most 50 entries', () => {
  const entries = Array.from({ length: 80 }, (_, i) => i);
  expect(JSON.parse(performanceChunks(entries).join(''))).toEqual(entries.slice(0, 50));
});

it('[APP-16] has at most 50 chunks', () => {
  expect(performanceChunks(['x'.repeat(100_000)])).toHaveLength(50);
});

it('[APP-16] that fills its chunks to the last character has no empty one behind', () => {
  const text = 'x'.repeat(600 - '[""]'.length);
  expect(performanceChunks([text]).map((chunk) => chunk.length)).toEqual([300, 300]);
});
