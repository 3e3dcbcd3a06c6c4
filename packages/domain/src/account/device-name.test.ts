import { describe, expect, it } from 'vitest';
import { deviceNameOf, storedDeviceName, UNNAMED_DEVICE } from './device-name.ts';

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
  ])('%s', (userAgent, browser, system) => {
    expect(deviceNameOf(userAgent)).toEqual({ browser, system });
  });

  it.each([undefined, '', 'okhttp/5.0.0', 'curl/8.9.1', 'Robochrome', '\u0000\uFFFF'])(
    'of %j is not known',
    (userAgent) => expect(deviceNameOf(userAgent)).toEqual(UNNAMED_DEVICE),
  );

  it('is read from the beginning of a user agent without end', () => {
    expect(deviceNameOf(`${'x'.repeat(500)} Chrome/142 Android`)).toEqual(UNNAMED_DEVICE);
  });

  it('as it was stored is read again, and a name of another release is none', () => {
    expect(storedDeviceName('chrome', 'android')).toEqual({ browser: 'chrome', system: 'android' });
    expect(storedDeviceName('netscape', null)).toEqual(UNNAMED_DEVICE);
  });
});
