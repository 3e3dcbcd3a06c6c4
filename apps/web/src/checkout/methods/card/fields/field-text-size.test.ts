import { afterEach, expect, it, vi } from 'vitest';
import { fieldTextPx, fieldWidthPx } from './field-text-size.ts';

const setScale = (scale: number) => document.documentElement.style.setProperty('--text-scale', String(scale));
afterEach(() => document.documentElement.style.removeProperty('--text-scale'));

it('the text in a provider’s card field grows with the text size of the page', () => {
  expect(fieldTextPx(16, 600)).toBe(16);
  setScale(2);
  expect(fieldTextPx(16, 600)).toBe(32);
  expect(fieldTextPx(22, 0)).toBe(44);
});

it('an enlarged card number of nineteen characters fits its field, and is never smaller than normal', () => {
  setScale(2);
  for (const widthPx of [240, 288, 320, 400]) {
    const px = fieldTextPx(16, widthPx);
    expect(px).toBeGreaterThanOrEqual(16);
    expect(px === 16 || px * 11.6 <= widthPx - 28 + 11.6).toBe(true);
  }
  expect(fieldTextPx(16, 320)).toBe(25);
});

it('a card field that is not shown yet takes the inner width of the element around the field', () => {
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
