import { parseArgs } from 'node:util';
import { KIND_NAMES } from './plan-orders.ts';

export interface Arguments {
  readonly orders: number;
  readonly seed: number;
  /** With 3 the run uses a cluster of three engine nodes, and its only fault is the loss of one node. */
  readonly engines: 1 | 3;
}

const ORDERS = 300;
/** Every kind of order must fit into a wave. */
const ORDERS_MIN = KIND_NAMES.length;
const SEED_MAX = 1_000_000;

export function readArguments(args: readonly string[], chance: () => number): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: { orders: { type: 'string' }, seed: { type: 'string' }, engines: { type: 'string' } },
  });
  return {
    orders: whole('orders', values.orders ?? String(ORDERS), ORDERS_MIN),
    seed: whole('seed', values.seed ?? String(Math.floor(chance() * SEED_MAX)), 0),
    engines: enginesIn(values.engines ?? '1'),
  };
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new Error(`--${name} is a whole number from ${least} on`);
  return value;
}

function enginesIn(text: string): 1 | 3 {
  if (text !== '1' && text !== '3') throw new Error('--engines is 1 or 3');
  return text === '3' ? 3 : 1;
}
