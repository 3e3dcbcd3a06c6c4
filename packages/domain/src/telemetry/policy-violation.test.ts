import { expect, it } from 'vitest';
import { keptViolation } from './policy-violation.ts';

const VIOLATION = {
  page: 'https://pay.example/pay?session_key=abc#zp_show=1',
  blocked: 'https://evil.example/a.js?card=1',
  directive: "script-src 'self' https://fields.example",
  source: 'https://pay.example/assets/react-x.js?v=1',
  line: 3,
};

it('keeps the page, what was blocked and the rule, and nothing of a query or a hash', () => {
  expect(keptViolation(VIOLATION)).toEqual({
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
])('%s is kept as "%s"', (blocked, kept) =>
  expect(keptViolation({ ...VIOLATION, blocked }).blocked).toBe(kept),
);

it('is short, however long the address is', () => {
  const { blocked } = keptViolation({ ...VIOLATION, blocked: `https://x.example/${'a'.repeat(5_000)}` });
  expect(blocked).toHaveLength(200);
});
