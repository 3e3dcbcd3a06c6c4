import '../words/load-home.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { textSize } from './display-settings.ts';
import { perform, testScreen } from './test/test-screen.tsx';
import type { TestScreen } from './test/test-screen.tsx';
import { TextSizeControl } from './text-size-control.tsx';

let screen: TestScreen;
beforeEach(() => {
  localStorage.clear();
  screen = testScreen();
  screen.render(<TextSizeControl />);
});
afterEach(() => screen.remove());

const press = (index: 0 | 1) => perform(() => screen.element.querySelectorAll('button')[index]?.click());
const scale = () => document.documentElement.style.getPropertyValue('--text-scale');

it('[APP-10] the text-size switch goes from 100 to 200 per cent, stops there, and is remembered', () => {
  const seen: string[] = [];
  for (let step = 0; step < 6; step += 1) {
    press(1);
    seen.push(scale());
  }
  expect(seen).toEqual(['1.15', '1.3', '1.5', '2', '2', '2']);
  expect(textSize()).toBe(200);
  press(0);
  expect(scale()).toBe('1.5');
});
