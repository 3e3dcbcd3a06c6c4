import { messages as info } from '../../words/ar/info.po';
import { addWords } from '../../words/word.ts';
import { lazy, Suspense } from 'react';
import { UnknownPath } from '../../app/unknown-path.tsx';
import { isDebug } from '../../browser/debug-flag.ts';
import { useIsInBrowser } from '../../browser/storage/use-stored.ts';

addWords(info);

const TestBoard = lazy(async () => ({ default: (await import('./test-board.tsx')).TestBoard }));

/** The team's test page. Without the debug flag its path is an unknown path. */
export function TestScreen() {
  const isInBrowser = useIsInBrowser();
  if (!isInBrowser) return null;
  if (!isDebug()) return <UnknownPath />;
  return (
    <Suspense fallback={null}>
      <TestBoard />
    </Suspense>
  );
}
