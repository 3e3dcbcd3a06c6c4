import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changedSteps, flowShape, findIncompatibilities, type FlowShape } from './flow-shape.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const source =
  read('../../apps/api/src/orders/base/order-life.ts') + read('../../apps/api/src/orders/order.flow.ts');
const released = JSON.parse(read('../../apps/api/src/orders/released-flows.json')) as FlowShape;
const now = flowShape(source);

describe('the flows of the last release', () => {
  it('the flows handle every timer and call that the previous release may have left', () => {
    expect(findIncompatibilities(released, now)).toEqual([]);
  });

  it('the flows have the recorded steps of the last release (after a change run npm run release:flows)', () => {
    expect(changedSteps(released, now)).toEqual([]);
  });

  it('the recorded shape of the flows has every event with its input and every step by name', () => {
    expect(Object.keys(now.events)).toEqual(['pay', 'payAgain', 'proven', 'notified', 'look', 'cancel']);
    expect(now.events['notified']).toBe('{ readonly notificationId: string }');
    expect(now.steps['pay']).toEqual(['begin', 'authorise()', 'answerPayer()']);
    expect(now.steps['look']).toEqual([
      'load',
      'refund',
      'ask providers',
      'settle()',
      'expire',
      'deliver()',
      'end look',
    ]);
    expect(now.steps['settle']).toContain('take money');
  });
});

describe('a planted change', () => {
  const changed = (from: string, to: string): FlowShape => {
    expect(source).toContain(from);
    return flowShape(source.replace(from, to));
  };

  it('a renamed event or a changed input of the flows is reported as incompatible', () => {
    expect(
      findIncompatibilities(released, changed('  look: null;\n  cancel:', '  lookAt: null;\n  cancel:')),
    ).toEqual(['"look" is gone: timers of the last release would wait for it for ever']);
    const input = changed(
      'notified: { readonly notificationId: string };',
      'notified: { readonly id: string };',
    );
    expect(findIncompatibilities(released, input)[0]).toContain('"notified" wants { readonly id: string }');
  });

  it('a renamed step of the flows is reported, and a new event is accepted', () => {
    const renamed = changed("flow.step('ask providers',", "flow.step('ask',");
    expect(changedSteps(released, renamed)).toEqual(['look']);
    const helper = changed("flow.step('take money',", "flow.step('take',");
    expect(changedSteps(released, helper)).toEqual(['settle']);
    expect(
      findIncompatibilities(released, changed('  look: null;\n', '  look: null;\n  wake: null;\n')),
    ).toEqual([]);
  });
});
