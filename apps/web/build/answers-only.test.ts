import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { markedPure, withoutRequestSchemas } from './answers-only.ts';

const without = (code: string): string => withoutRequestSchemas(code, parseAst(code));

it('a request keeps how it is written and loses how it is read', () => {
  const code = `const a = endpoint({ path: '/a', request: codec(v.object({ b: c }), (d) => e), answer: codec(f, g) });`;
  expect(without(code)).toBe(
    `const a = endpoint({ path: '/a', request: codec(void 0, (d) => e), answer: codec(f, g) });`,
  );
});

it('also where several calls share it, and several times in a file', () => {
  const code = `const payRequest = codec(v.pipe(a, b), w); const x = endpoint({ request: payRequest, answer: codec(s, t) }); const y = endpoint({ request: codec(q, r) });`;
  expect(without(code)).toBe(
    `const payRequest = codec(void 0, w); const x = endpoint({ request: payRequest, answer: codec(s, t) }); const y = endpoint({ request: codec(void 0, r) });`,
  );
});

it('leaves everything else alone', () => {
  const code = `export const taken = codec(v.object({}), w); const z = { answer: codec(a, b), request: nothing };`;
  expect(without(code)).toBe(code);
});

it('a call that runs when the file is loaded only makes a value; one inside a function is left alone', () => {
  const code = `const a = v.pipe(v.string(), f((b) => g(b))); export const c = (d) => v.max(d); export function e() { return h(); }`;
  expect(markedPure(code, parseAst(code))).toBe(
    `const a = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ f((b) => g(b))); export const c = (d) => v.max(d); export function e() { return h(); }`,
  );
});
