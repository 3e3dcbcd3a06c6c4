import { expect, it } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';

it('gives back what came, in its order', () => {
  const queue = boundedQueue<number>({ itemsMax: 10, weightMax: 100 });
  for (const item of [1, 2, 3]) queue.push(item, 1);
  expect(queue.take(2)).toEqual([1, 2]);
  expect(queue.take(2)).toEqual([3]);
  expect(queue.take(2)).toEqual([]);
  expect(queue.dropped).toBe(0);
});

it('past its bound drops the oldest and counts them', () => {
  const queue = boundedQueue<number>({ itemsMax: 3, weightMax: 100 });
  for (const item of [1, 2, 3, 4, 5]) queue.push(item, 1);
  expect(queue.size).toBe(3);
  expect(queue.dropped).toBe(2);
  expect(queue.take(9)).toEqual([3, 4, 5]);
});

it('is bounded by weight too', () => {
  const queue = boundedQueue<string>({ itemsMax: 100, weightMax: 10 });
  queue.push('light', 4);
  queue.push('heavy', 8);
  expect(queue.take(9)).toEqual(['heavy']);
  queue.push('too heavy', 11);
  expect(queue.size).toBe(0);
  expect(queue.dropped).toBe(2);
});
