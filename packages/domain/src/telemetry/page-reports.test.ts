import { expect, it } from 'vitest';
import { performanceChunks, trimViolation } from './page-reports.ts';

it('[APP-16] a performance report is cut into chunks of 300 characters that join to the same report', () => {
  const entries = Array.from({ length: 40 }, (_, i) => ({ name: `step-${i}`, ms: i }));
  const chunks = performanceChunks(entries);
  expect(chunks.slice(0, -1).every((chunk) => chunk.length === 300)).toBe(true);
  expect(JSON.parse(chunks.join(''))).toEqual(entries);
});

it('[APP-16] a performance report has at most 50 entries', () => {
  const entries = Array.from({ length: 80 }, (_, i) => i);
  expect(JSON.parse(performanceChunks(entries).join(''))).toEqual(entries.slice(0, 50));
});

it('[APP-16] a performance report has at most 50 chunks', () => {
  expect(performanceChunks(['x'.repeat(100_000)])).toHaveLength(50);
});

it('[APP-16] a performance report that fills its chunks exactly has no empty last chunk', () => {
  const text = 'x'.repeat(600 - '[""]'.length);
  expect(performanceChunks([text]).map((chunk) => chunk.length)).toEqual([300, 300]);
});

const VIOLATION = {
  page: 'https://pay.example/pay?session_key=abc#zp_show=1',
  blocked: 'https://evil.example/a.js?card=1',
  directive: "script-src 'self' https://fields.example",
  source: 'https://pay.example/assets/react-x.js?v=1',
  line: 3,
};

it('a report about a blocked resource is stored with its page, address and rule, without query or hash', () => {
  expect(trimViolation(VIOLATION)).toEqual({
    page: 'https://pay.example/pay',
    blocked: 'https://evil.example/a.js',
    directive: 'script-src',
    source: 'https://pay.example/assets/react-x.js',
    line: 3,
  });
});

it.each([
  ['inline', 'inline'],
  ['', ''],
  ['data', 'data'],
  ['data:text/javascript,steal("4242")', 'data:'],
  ['blob:https://pay.example/123', 'blob:'],
  ['moz-extension://f0e1/inject.js', 'moz-extension:'],
])('in a report about a blocked resource the address %s is stored as "%s"', (blocked, storedText) =>
  expect(trimViolation({ ...VIOLATION, blocked }).blocked).toBe(storedText),
);

it('in a report about a blocked resource the address is cut to 200 characters', () => {
  const { blocked } = trimViolation({ ...VIOLATION, blocked: `https://x.example/${'a'.repeat(5_000)}` });
  expect(blocked).toHaveLength(200);
});
