import { describe, expect, it } from 'vitest';
import { describeFault, FAULTS_MAX, trackOnce, type Fault } from './fault.ts';
import { speedEntries } from './page-speed.ts';

const KEY = 'a3f1'.repeat(16);

function thrownAt(place: string, message = 'x is not a function'): Error {
  const fault = new TypeError(message);
  fault.stack = `TypeError: ${message}\n    at f (${location.origin}${place})\n    at ${location.origin}/assets/b.js:1:9`;
  return fault;
}

describe('uncaught errors', () => {
  it('[APP-15] an uncaught error is reported once, and one page reports a limited number of errors', () => {
    const reported: Fault[] = [];
    const hear = trackOnce((fault) => void reported.push(fault));
    hear(thrownAt('/assets/a.js:1:2'));
    hear(thrownAt('/assets/a.js:1:2'));
    hear(thrownAt('/assets/a.js:1:300'));
    expect(reported.map(({ message }) => message)).toEqual(Array(2).fill('TypeError: x is not a function'));
    for (let i = 0; i < 100; i += 1) hear(new Error(`fault ${i}`));
    expect(reported).toHaveLength(FAULTS_MAX);
  });

  it('[APP-15] an error report contains no address of the site’s host, card number, key or query', () => {
    const message = `GET https://pay.example/x?session_key=${KEY}#y failed for 4242 4242 4242 4242, token=abc123, ${KEY}`;
    const fault = describeFault(thrownAt(`/assets/a.js?v=${KEY}:1:2`, message));
    expect(fault.stack).toBe('at f (/assets/a.js)\nat /assets/b.js:1:9');
    expect(fault.message).toContain('GET https://pay.example/x failed');
    for (const secret of [KEY, '4242', 'abc123']) expect(JSON.stringify(fault)).not.toContain(secret);
  });

  it('[APP-15] an error report has a limited length and names the cause of the error', () => {
    const fault = describeFault(
      new Error('m'.repeat(9_000), { cause: thrownAt('/assets/c.js:3:4', 'deep') }),
    );
    expect(fault.message).toHaveLength(500);
    expect(fault.stack.length).toBeLessThanOrEqual(1_900);
    expect(describeFault(new Error('start-up: x', { cause: thrownAt('/c.js:3:4', 'deep') }))).toMatchObject({
      message: 'Error: start-up: x (cause: TypeError: deep)',
      stack: expect.stringContaining('/c.js:3:4') as string,
    });
  });

  it.each([['a text'], [null], [undefined], [{ some: 'object' }], [Object.create(null) as object]])(
    'reporting the thrown value %o as an error does not throw',
    (thrown) => {
      expect(() => trackOnce(() => undefined)(thrown)).not.toThrow();
    },
  );
});

it('[APP-16] the speed report of a page with many files lists navigation and paint entries before the files', () => {
  const entry = (entryType: string, name: string): PerformanceEntry =>
    ({ name, entryType, startTime: 1.4, duration: 2.6 }) as PerformanceEntry;
  const files = Array.from({ length: 90 }, (_, i) =>
    entry('resource', `https://other.example/${i}.js?key=secret`),
  );
  const reported = speedEntries([
    ...files,
    entry('paint', 'first-contentful-paint'),
    entry('navigation', location.href),
  ]);
  expect(reported).toHaveLength(50);
  expect(reported.slice(0, 3)).toEqual([
    expect.objectContaining({ type: 'navigation' }),
    { name: 'first-contentful-paint', type: 'paint', start: 1, ms: 3 },
    { name: 'https://other.example/0.js', type: 'resource', start: 1, ms: 3 },
  ]);
});
