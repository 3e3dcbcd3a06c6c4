import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { readyLazy } from './lazy.tsx';
import { render, screen } from './test/library.ts';

const Sheet = ({ name }: { name: string }) => <p>{name}</p>;

function show(Part: typeof Sheet): void {
  render(
    <Suspense fallback="gap">
      <Part name="sheet" />
    </Suspense>,
  );
}

it('a lazy part of the page that was fetched beforehand is drawn at once', async () => {
  const { Part, fetchPart } = readyLazy(() => Promise.resolve(Sheet));
  fetchPart();
  await Promise.resolve();
  await Promise.resolve();
  show(Part as typeof Sheet);
  expect(screen.getByText('sheet')).toBeDefined();
});

it('a lazy part of the page that was not fetched beforehand is fetched when it is drawn', () => {
  const { Part } = readyLazy(() => new Promise<typeof Sheet>(() => undefined));
  show(Part as typeof Sheet);
  expect(screen.getByText('gap')).toBeDefined();
});
