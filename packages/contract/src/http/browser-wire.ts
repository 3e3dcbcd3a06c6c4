import type { BrowserFacts } from '@jawhara/domain';
import * as v from 'valibot';

const screenSize = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100_000));

/** The fields have the names of the providers' own APIs, because they are passed on unchanged. */
export const browserSchema = v.pipe(
  v.object({
    acceptHeader: v.pipe(v.string(), v.maxLength(200)),
    colorDepth: screenSize,
    javaEnabled: v.boolean(),
    language: v.pipe(v.string(), v.maxLength(40)),
    screenHeight: screenSize,
    screenWidth: screenSize,
    timeZoneOffset: v.pipe(v.number(), v.safeInteger(), v.minValue(-1_000), v.maxValue(1_000)),
    userAgent: v.pipe(v.string(), v.maxLength(1_000)),
  }),
  v.transform((wire): BrowserFacts => ({
    acceptHeader: wire.acceptHeader,
    colorDepth: wire.colorDepth,
    isJavaEnabled: wire.javaEnabled,
    language: wire.language,
    screenHeight: wire.screenHeight,
    screenWidth: wire.screenWidth,
    timeZoneOffsetMinutes: wire.timeZoneOffset,
    userAgent: wire.userAgent,
  })),
);

export function writeBrowser(browser: BrowserFacts): object {
  return {
    acceptHeader: browser.acceptHeader,
    colorDepth: browser.colorDepth,
    javaEnabled: browser.isJavaEnabled,
    language: browser.language,
    screenHeight: browser.screenHeight,
    screenWidth: browser.screenWidth,
    timeZoneOffset: browser.timeZoneOffsetMinutes,
    userAgent: browser.userAgent,
  };
}
