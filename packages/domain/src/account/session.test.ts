import { describe, expect, it } from 'vitest';
import {
  deviceNameOf,
  isUseDue,
  readSessionKey,
  sessionEnd,
  storedDeviceName,
  UNNAMED_DEVICE,
} from './session.ts';

const KEY = '0123456789abcdef'.repeat(4);

describe('a session key', () => {
  it('a text of 64 hexadecimal digits is accepted as a session key', () => {
    expect(readSessionKey(KEY)).toBe(KEY);
  });

  it.each([
    KEY.slice(1),
    `${KEY}0`,
    ` ${KEY}`,
    `${KEY}\n`,
    KEY.toUpperCase(),
    `g${KEY.slice(1)}`,
    '',
    null,
    64,
    [KEY],
  ])('anything but 64 lower-case hexadecimal digits is refused as a session key: %j', (sent) => {
    expect(readSessionKey(sent)).toBeNull();
  });
});

const at = (iso: string) => new Date(`${iso}T00:00:00Z`);

it('a session ends 30 days after its last use', () => {
  expect(sessionEnd(at('2026-01-01'), at('2026-01-01'))).toEqual(at('2026-01-31'));
  expect(sessionEnd(at('2026-01-01'), at('2026-03-01'))).toEqual(at('2026-03-31'));
});

it('a session ends 180 days after sign-in, however often it is used', () => {
  expect(sessionEnd(at('2026-01-01'), at('2026-06-29'))).toEqual(at('2026-06-30'));
  expect(sessionEnd(at('2026-01-01'), at('2027-01-01'))).toEqual(at('2026-06-30'));
});

it('the last use of a session is recorded again only after ten minutes', () => {
  const used = at('2026-01-01');
  const later = (ms: number) => new Date(used.getTime() + ms);
  expect([isUseDue(used, later(599_999)), isUseDue(used, later(600_000))]).toEqual([false, true]);
});

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
      'chrome',
      'android',
    ],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'safari', 'ios'],
    [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'chrome', 'ios'],
    [`${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'firefox', 'ios'],
    [`${IPHONE} Mobile/15E148`, 'in-app', 'ios'],
    [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, 'in-app', 'ios'],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) ${WEBKIT} Version/4.0 Chrome/142.0 Mobile Safari/537.36`,
      'in-app',
      'android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'samsung-internet',
      'android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 12; NOH-NX9) ${WEBKIT} Chrome/114.0 HuaweiBrowser/15.0 Mobile Safari/537.36`,
      'huawei-browser',
      'android',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'edge',
      'windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`,
      'opera',
      'windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`, 'chrome', 'linux'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox', 'linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
      'chrome',
      'chromeos',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'safari',
      'macos',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'safari',
      'ipados',
    ],
  ])('browser and system are recognised from the user agent %s', (userAgent, browser, system) => {
    expect(deviceNameOf(userAgent)).toEqual({ browser, system });
  });

  it.each([undefined, '', 'okhttp/5.0.0', 'curl/8.9.1', 'Robochrome', '\u0000\uFFFF'])(
    'the device name of the user agent %j is empty',
    (userAgent) => expect(deviceNameOf(userAgent)).toEqual(UNNAMED_DEVICE),
  );

  it('only the beginning of an overlong user agent is searched for the device name', () => {
    expect(deviceNameOf(`${'x'.repeat(500)} Chrome/142 Android`)).toEqual(UNNAMED_DEVICE);
  });

  it('a stored device name is read back, and an unknown stored browser gives an empty name', () => {
    expect(storedDeviceName('chrome', 'android')).toEqual({ browser: 'chrome', system: 'android' });
    expect(storedDeviceName('netscape', null)).toEqual(UNNAMED_DEVICE);
  });
});
