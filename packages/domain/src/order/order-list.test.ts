import { describe, expect, it } from 'vitest';
import { findInOrderNumber, isOrderSearch, statesOfGroup } from './order-list.ts';

const NUMBER = 'JW-7F3K-20481';

describe('a search by order number', () => {
  it.each([
    ['7F3', '7F3'],
    ['7f3k', '7F3K'],
    ['jw-7f3k-20481', NUMBER],
    ['JW 7F3K 20481', NUMBER],
    ['٢٠٤٨١', '20481'],
    ['3k2', '3K-2'],
    [' 481 ', '481'],
  ])('[ORD-19] searching orders for "%s" marks %s in the order number', (typed, marked) => {
    const found = findInOrderNumber(NUMBER, typed);
    expect(found && NUMBER.slice(found.from, found.to)).toBe(marked);
    expect(isOrderSearch(typed)).toBe(true);
  });

  it.each(['', '7F', '٤٨', '---', '7F3K-20482', 'JW-7F3K-204811', '999'])(
    '[ORD-19] searching orders for "%s" finds nothing in an order number that lacks this text, or is too short a search',
    (typed) => {
      expect(findInOrderNumber(NUMBER, typed)).toBeNull();
    },
  );

  it('[ORD-19] an order search starts at three letters or digits', () => {
    expect(['7', '7F', '7-F', '7F3'].map(isOrderSearch)).toEqual([false, false, false, true]);
  });
});

it('[ORD-19] the group of complete orders holds only delivered ones, and paid or delivering orders are on their way', () => {
  expect(statesOfGroup('done')).toEqual(['delivered']);
  expect(statesOfGroup('arriving')).toEqual(['paid', 'delivering']);
  expect(statesOfGroup('returned')).toEqual(['refunded', 'charged-back']);
  expect(statesOfGroup('checking')).toEqual(['created', 'awaiting-payer', 'pending']);
  expect(statesOfGroup('not-done')).toEqual(['refused', 'cancelled', 'expired']);
});
