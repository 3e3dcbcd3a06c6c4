import { describe, expect, it } from 'vitest';
import { ACCOUNT_SOURCE_CODES, accountId, type Account } from '../account/account.ts';
import type { DisplayId } from '../recipient/display-id.ts';
import { whyNotRechargeable } from '../recipient/recipient.ts';
import { FLAVORS, flavorNamed, type FlavorName } from './flavor.ts';

const account = (source: Account['source']): Account => ({
  id: accountId(1),
  displayId: '5048213' as DisplayId,
  nickname: 'N',
  iconUrl: null,
  status: 'normal',
  isGuest: false,
  source,
});

describe('flavors', () => {
  it('[APP-02] flavor 1 is the social app and flavor 2 the ludo game', () => {
    expect(Object.entries(FLAVORS).map(([name, { number }]) => [name, number])).toEqual([
      ['are', 1],
      ['ludo', 2],
    ]);
    expect(['are', '1', 'ludo', '2', '', '3', 'ARE'].map(flavorNamed)).toEqual([
      'are',
      'are',
      'ludo',
      'ludo',
      null,
      null,
      null,
    ]);
  });

  it.each<[FlavorName, number, string | null, string | null]>([
    ['are', 1, null, 'ludo-account'],
    ['ludo', 4, 'source-mismatch', null],
  ])(
    '[APP-20] flavor %s sends account source %i, and accounts of the other app are refused',
    (name, code, social, ludo) => {
      const { source } = FLAVORS[name];
      expect(ACCOUNT_SOURCE_CODES[source]).toBe(code);
      expect(whyNotRechargeable(account('social'), source)).toBe(social);
      expect(whyNotRechargeable(account('ludo'), source)).toBe(ludo);
    },
  );
});
