import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutRequestSchemas } from './answers-only.ts';

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
