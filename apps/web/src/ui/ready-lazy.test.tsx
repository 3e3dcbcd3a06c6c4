import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { readyLazy } from './ready-lazy.tsx';
import { testScreen, type TestScreen } from './test/test-screen.tsx';

let screen: TestScreen;
afterEach(() => screen.remove());

const Sheet = ({ name }: { name: string }) => <p>{name}</p>;

function show(Part: typeof Sheet): string | null {
  screen = testScreen();
  screen.render(
    <Suspense fallback="gap">
      <Part name="sheet" />
    </Suspense>,
  );
  return screen.element.textContent;
}

it('what was fetched beforehand is there at once, without a gap', async () => {
  const { Part, fetchPart } = readyLazy(() => Promise.resolve(Sheet));
  fetchPart();
  await Promise.resolve();
  await Promise.resolve();
  expect(show(Part as typeof Sheet)).toBe('sheet');
});

it('what was not is fetched when it is drawn', () => {
  const { Part } = readyLazy(() => new Promise<typeof Sheet>(() => undefined));
  expect(show(Part as typeof Sheet)).toBe('gap');
});
