import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Link } from './navigation.tsx';
import { render, screen, userEvent } from './test/library.ts';

const assign = vi.fn<(address: string | URL) => void>();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

it.each([
  ['/pay', '/login', true],
  ['/', '/login?x=1', true],
  ['/login', '/pay', true],
  ['/login/', '/?page=contact', true],
  ['/pay', '/fines', false],
  ['/pay', '/loginx', false],
  ['/login', '/login?x=1', false],
])('[NET-11] a link from %s to %s loads a new page: %s', async (from, to, isLoaded) => {
  history.replaceState(null, '', from);
  render(<Link href={to}>go</Link>);
  await userEvent.click(screen.getByRole('link'));
  expect(assign.mock.calls).toEqual(isLoaded ? [[to]] : []);
  if (!isLoaded) expect(location.pathname + location.search).toBe(to);
});
