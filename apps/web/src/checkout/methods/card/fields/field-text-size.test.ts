import { afterEach, expect, it, vi } from 'vitest';
import { fieldTextPx, fieldWidthPx } from './field-text-size.ts';

const setScale = (scale: number) => document.documentElement.style.setProperty('--text-scale', String(scale));
afterEach(() => document.documentElement.style.removeProperty('--text-scale'));

it('what is typed into a frame is as large as the text around it', () => {
  expect(fieldTextPx(16, 600)).toBe(16);
  setScale(2);
  expect(fieldTextPx(16, 600)).toBe(32);
  expect(fieldTextPx(22, 0)).toBe(44);
});

it('a card number of nineteen characters is never cut, and never smaller than without the setting', () => {
  setScale(2);
  for (const widthPx of [240, 288, 320, 400]) {
    const px = fieldTextPx(16, widthPx);
    expect(px).toBeGreaterThanOrEqual(16);
    expect(px === 16 || px * 11.6 <= widthPx - 28 + 11.6).toBe(true);
  }
  expect(fieldTextPx(16, 320)).toBe(25);
});

it('a place that is not shown yet will be as wide as what is around it leaves', () => {
  const around = document.createElement('div');
  const place = document.createElement('div');
  around.append(place);
  document.body.append(around);
  around.style.paddingLeft = around.style.paddingRight = '16px';
  vi.spyOn(around, 'clientWidth', 'get').mockReturnValue(328);
  expect(fieldWidthPx(place)).toBe(296);
  vi.spyOn(place, 'clientWidth', 'get').mockReturnValue(200);
  expect(fieldWidthPx(place)).toBe(200);
  expect(fieldWidthPx(document.createElement('div'))).toBe(0);
  around.remove();
});
