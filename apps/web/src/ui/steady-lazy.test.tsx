import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { render, screen } from './test/library.ts';
import { steadyLazy } from './lazy.tsx';

it('a part of the page that fails to load is requested again while the placeholder stays visible', async () => {
  const load = vi.fn<() => Promise<() => string>>();
  load.mockRejectedValueOnce(new TypeError('lost')).mockRejectedValueOnce(new TypeError('lost'));
  load.mockResolvedValue(() => 'the part');
  const Part = steadyLazy(load);
  render(
    <Suspense fallback="waiting">
      <Part />
    </Suspense>,
  );
  expect(document.body.textContent).toBe('waiting');
  await screen.findByText('the part');
  expect(load).toHaveBeenCalledTimes(3);
});
