import { beforeEach, expect, it } from 'vitest';
import { textSize, TextSizeControl } from './display-settings.tsx';
import { render, screen, userEvent } from './test/library.ts';

beforeEach(() => localStorage.clear());

const isBig = () => document.documentElement.classList.contains('big');
const scale = () => document.documentElement.style.getPropertyValue('--text-scale');

it('[APP-10] the text-size buttons change the text between 100 and 200 per cent, and the size is remembered', async () => {
  render(<TextSizeControl />);
  const larger = screen.getByRole('button', { name: 'تكبير النص' });
  const seen: string[] = [];
  const big: boolean[] = [];
  for (let step = 0; step < 6; step += 1) {
    await userEvent.click(larger);
    seen.push(scale());
    big.push(isBig());
  }
  expect(seen).toEqual(['1.15', '1.3', '1.5', '2', '2', '2']);
  expect(big).toEqual([false, false, true, true, true, true]);
  expect(textSize()).toBe(200);
  await userEvent.click(screen.getByRole('button', { name: 'تصغير النص' }));
  expect(scale()).toBe('1.5');
});
