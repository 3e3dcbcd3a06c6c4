import '../../words/english.ts';
import { addEvent, ALL_ENDPOINTS, readMyData, reportPageView } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, requestsTo, network } from '../../api/test/network.ts';
import { call } from '../../api/call.ts';
import { forgetAll, storedUsageObjection } from '../../browser/storage/device.ts';
import { render, screen, userEvent } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { UsageControl } from './my-data-page.tsx';

const EVENT = {
  name: 'page_show',
  deviceUuid: 'u-1',
  version: '1.0.328',
  texts: ['', '', '', ''],
  numbers: [null, null, null, null],
} as const;

/** The usage choice that the server receives in the header of a call unrelated to usage. */
let wishes: (string | null)[];

beforeEach(() => {
  localStorage.clear();
  wishes = [];
  network.use(
    answer(addEvent, {}),
    answer(reportPageView, {}),
    answer(readMyData, (_request, headers) => {
      wishes.push(headers.get('x-cli-nu'));
      return { file: '{}' };
    }),
  );
});
afterEach(() => {
  document.documentElement.lang = 'ar';
});

const tell = async () => {
  await call(addEvent, EVENT);
  await call(reportPageView, { pageViewId: 'p-1' });
  await call(readMyData, {});
};
const choice = (id: 'data.usageOn' | 'data.usageOff') => screen.getByRole('radio', { name: word(id) });

describe.each(['ar', 'en'] as const)('usage records, in %s', (locale) => {
  beforeEach(() => {
    document.documentElement.lang = locale;
  });

  it('[P 11.1] usage records are on by default; switched off, none is sent, and other calls carry the objection', async () => {
    render(<UsageControl />);
    expect(screen.getByRole('radiogroup', { name: word('data.usage') })).toBeDefined();
    expect(choice('data.usageOn').getAttribute('aria-checked')).toBe('true');
    await tell();
    expect([requestsTo(addEvent).length, requestsTo(reportPageView).length, wishes]).toEqual([1, 1, [null]]);
    await userEvent.click(choice('data.usageOff'));
    expect(choice('data.usageOff').getAttribute('aria-checked')).toBe('true');
    await tell();
    expect([requestsTo(addEvent).length, requestsTo(reportPageView).length, wishes]).toEqual([
      1,
      1,
      [null, '1'],
    ]);
    await userEvent.click(choice('data.usageOn'));
    await tell();
    expect([requestsTo(addEvent).length, wishes]).toEqual([2, [null, '1', null]]);
  });
});

it('[P 11.1] the objection to usage records is stored, and remains after the device is cleared', async () => {
  render(<UsageControl />);
  await userEvent.click(choice('data.usageOff'));
  localStorage.setItem('jawhara.theme', 'dark');
  forgetAll();
  expect([localStorage.getItem('jawhara.theme'), storedUsageObjection.read()]).toEqual([null, true]);
});

it('[P 11.1] exactly the four calls that send usage records are marked as usage', () => {
  const usage = ALL_ENDPOINTS.filter(({ isUsage }) => isUsage).map(({ name }) => name);
  expect(usage.toSorted()).toEqual(['addEvent', 'reportPageView', 'reportSensorData', 'reportTrace']);
});
