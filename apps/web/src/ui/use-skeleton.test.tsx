import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { perform, testScreen } from './test/test-screen.tsx';
import type { TestScreen } from './test/test-screen.tsx';
import { useSkeleton } from './use-skeleton.ts';

let screen: TestScreen;
function Probe({ isLoading }: { isLoading: boolean }) {
  return <output>{useSkeleton(isLoading) ? 'skeleton' : 'nothing'}</output>;
}
const shown = () => screen.element.textContent;
const pass = (ms: number) => perform(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  screen = testScreen();
});
afterEach(() => {
  screen.remove();
  vi.useRealTimers();
});

it('is not drawn for a short wait', () => {
  screen.render(<Probe isLoading />);
  pass(199);
  screen.render(<Probe isLoading={false} />);
  pass(1_000);
  expect(shown()).toBe('nothing');
});

it('is drawn after 200 ms and stays at least 300 ms', () => {
  screen.render(<Probe isLoading />);
  pass(200);
  expect(shown()).toBe('skeleton');
  screen.render(<Probe isLoading={false} />);
  pass(299);
  expect(shown()).toBe('skeleton');
  pass(1);
  expect(shown()).toBe('nothing');
});
