import { accountId, NOBODY } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { FIELDS } from '../card/test/card-samples.ts';
import { newCardChannels, type ChannelConfig } from './new-card-channels.ts';

const CONFIG: ChannelConfig = {
  ...FIELDS,
  adyenCard: NOBODY,
  cardHiddenPlatforms: [],
  failingProviders: [],
};
const VISITOR = { grayValue: 40, accountId: accountId(7) };
const channels = (more: Partial<ChannelConfig>, platform = '') =>
  newCardChannels({ ...CONFIG, ...more }, VISITOR, platform);

describe('who may take a new card', () => {
  it.each([
    ['nothing is released', {}, [23, 24]],
    ['below the ratio', { adyenCard: { ratio: 41, whitelist: [] } }, [27, 23, 24]],
    ['not below it', { adyenCard: { ratio: 40, whitelist: [] } }, [23, 24]],
    ['on another’s list', { adyenCard: { ratio: 0, whitelist: [accountId(8)] } }, [23, 24]],
    [
      'released, without its fields',
      { adyenCard: { ratio: 100, whitelist: [] }, adyenFields: null },
      [23, 24],
    ],
    ['without the fields of provider 6', { payermaxFields: null }, [23]],
    ['provider 13 is failing', { failingProviders: [13] }, [24, 23]],
  ] as const)('[CFG-05] %s', (_title, more, expected) => {
    expect(channels(more)).toEqual(expected);
  });

  it('[CFG-04] whoever is on its list gets that channel alone, also while it fails, and not where the shop has none', () => {
    const adyenCard = { ratio: 0, whitelist: [accountId(7)] };
    expect(channels({ adyenCard })).toEqual([27]);
    expect(channels({ adyenCard, failingProviders: [17] })).toEqual([27]);
    expect(channels({ adyenCard, adyenFields: null })).toEqual([23, 24]);
  });

  it('[CFG-06] provider 13 is hidden on configured platforms', () => {
    expect(channels({ cardHiddenPlatforms: ['old-tv'] }, 'old-tv')).toEqual([24]);
    expect(channels({ cardHiddenPlatforms: ['old-tv'] }, 'ios')).toEqual([23, 24]);
  });
});
