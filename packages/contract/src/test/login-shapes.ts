import { BROWSERS, LOGIN_KINDS, OPERATING_SYSTEMS } from '@jawhara/domain';
import * as fc from 'fast-check';

/** Random values for the calls about sign-in and sessions. */

const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

export const sessionEntries = fc.array(
  fc.record({
    sessionId: fc.uuid(),
    deviceName: fc.record({
      browser: fc.option(fc.constantFrom(...BROWSERS)),
      system: fc.option(fc.constantFrom(...OPERATING_SYSTEMS)),
    }),
    loginKind: fc.constantFrom(...LOGIN_KINDS),
    signedInAt: moment,
    lastUsedAt: moment,
    isCurrent: fc.boolean(),
  }),
  { maxLength: 4 },
);

const signInProvider = { scriptUrl: fc.webUrl(), appId: letters('019.a-z', 1, 90) };

export const signInProviders = fc.record({
  facebook: fc.option(fc.record(signInProvider)),
  google: fc.option(fc.record({ ...signInProvider, nonce: letters('azAZ09_-', 0, 128) })),
});
