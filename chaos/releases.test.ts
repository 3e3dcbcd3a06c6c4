import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changedSteps, flowShape } from '../tools/release/flow-shape.ts';
import { changeSteps } from './releases.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const events = read('../apps/api/src/orders/base/order-life.ts');
const flow = read('../apps/api/src/orders/order.flow.ts');

it('a test release with changed flow steps differs from this one in the handlers settle, proven and look', () => {
  const [before, after] = [flowShape(events + flow), flowShape(events + changeSteps(flow))];
  expect(changedSteps(before, after)).toEqual(['settle', 'proven', 'look']);
  expect(after.steps['settle']?.slice(0, 2)).toEqual(['look twice', 'take the money']);
});

it('making a test release from a flow that lacks the expected steps fails with an error', () => {
  expect(() => changeSteps(flow.replaceAll("'load'", "'read'"))).toThrow('change another step');
});
