import type { OrderId } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { payingSpanOf } from './paying-span.ts';

const idMadeAt = (time: string): OrderId => {
  const digits = Date.parse(time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000001` as OrderId;
};
const NOW = new Date('2026-11-16T08:00:00Z');
const spanOf = (id: OrderId) => {
  const { from, to } = payingSpanOf(id, NOW);
  return [from.toISOString(), to.toISOString()];
};

it('payments of a new order are looked for from shortly before its creation until now', () => {
  expect(spanOf(idMadeAt('2026-11-16T07:50:00Z'))).toEqual([
    '2026-11-16T07:45:00.000Z',
    '2026-11-16T08:05:00.000Z',
  ]);
});

it('payments of an old order are looked for within a day of its creation', () => {
  expect(spanOf(idMadeAt('2026-11-10T12:00:00Z'))).toEqual([
    '2026-11-10T11:55:00.000Z',
    '2026-11-11T12:05:00.000Z',
  ]);
});

it('payments of an order whose id has no plausible time are looked for among those of the last day', () => {
  for (const id of [idMadeAt('2030-01-01T00:00:00Z'), idMadeAt('1990-01-01T00:00:00Z')])
    expect(spanOf(id)).toEqual(['2026-11-15T08:00:00.000Z', '2026-11-16T08:05:00.000Z']);
});
