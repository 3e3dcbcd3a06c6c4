import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockZoom } from './after-first-paint.ts';

function touch(type: string, target: Element, facts: { touches?: number; atMs?: number }): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'touches', { value: { length: facts.touches ?? 0 } });
  Object.defineProperty(event, 'timeStamp', { value: facts.atMs ?? 0 });
  target.dispatchEvent(event);
  return event;
}

describe('zoom lock', () => {
  let unlock: () => void;
  beforeEach(() => {
    document.body.innerHTML = '<p id="text"></p><button id="pay"></button>';
    unlock = lockZoom(document);
  });
  afterEach(() => unlock());
  const element = (id: string) => document.getElementById(id) as HTMLElement;

  it('[APP-10] a second tap within 300 ms of a first one is blocked, and a tap after that is not', () => {
    const text = element('text');
    expect(touch('touchend', text, { atMs: 1_000 }).defaultPrevented).toBe(false);
    expect(touch('touchend', text, { atMs: 1_300 }).defaultPrevented).toBe(true);
    expect(touch('touchend', text, { atMs: 1_601 }).defaultPrevented).toBe(false);
  });

  it('[APP-10] touch moves with two fingers are blocked, scrolling with one finger is not', () => {
    expect(touch('touchmove', element('text'), { touches: 2 }).defaultPrevented).toBe(true);
    expect(touch('touchmove', element('text'), { touches: 1 }).defaultPrevented).toBe(false);
  });

  it('fast taps on a button are not blocked', () => {
    touch('touchend', element('pay'), { atMs: 1_000 });
    expect(touch('touchend', element('pay'), { atMs: 1_100 }).defaultPrevented).toBe(false);
  });

  it('[APP-10] the page’s viewport does not allow zooming', () => {
    const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
    expect(html).toMatch(/name="viewport" content="[^"]*maximum-scale=1,user-scalable=no/);
  });
});
