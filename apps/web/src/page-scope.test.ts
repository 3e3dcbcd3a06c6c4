import { expect, it, vi } from 'vitest';
import { createPageScope, type PageScope } from './page-scope.ts';

it('a page scope creates each value once, and another page scope creates its own', () => {
  const make = vi.fn<() => object>(() => ({}));
  const page = createPageScope();
  expect(page.get(make)).toBe(page.get(make));
  expect(make).toHaveBeenCalledOnce();
  expect(createPageScope().get(make)).not.toBe(page.get(make));
});

it('a page scope creates an undefined value only once too, and one value may be made from another', () => {
  const makeNothing = vi.fn<() => undefined>(() => undefined);
  const makeName = (): { name: string } => ({ name: 'page' });
  const makeGreeting = (page: PageScope): string => {
    page.get(makeNothing);
    return `the ${page.get(makeName).name}`;
  };
  const page = createPageScope();
  page.get(makeNothing);
  expect(page.get(makeGreeting)).toBe('the page');
  expect(makeNothing).toHaveBeenCalledOnce();
});
