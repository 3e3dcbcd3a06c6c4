import { describe, expect, it } from 'vitest';
import { readSiteSettings } from './site-settings.ts';

const BASE = 'https://test.example';

describe('what a deployment decides when the site is built', () => {
  it('[APP-02] the flavor setting of the build is a name or a number; without it the site is built for the social app', () => {
    const flavor = (setting?: string) => readSiteSettings(setting ? { SITE_FLAVOR: setting } : {}).flavor;
    expect([flavor(), flavor('1'), flavor('are'), flavor('2'), flavor('ludo')]).toEqual([
      'are',
      'are',
      'are',
      'ludo',
      'ludo',
    ]);
    expect(() => flavor('kanka')).toThrow('neither are nor ludo');
  });

  it('without settings the build has no main site, no other API server and no room hosts', () => {
    expect(readSiteSettings({})).toEqual({ flavor: 'are', mainSite: null, apiBases: null, roomHosts: [] });
  });

  it('[APP-17] the build fails when the debug server or an app bundle’s server is not on the allow-list', () => {
    expect(
      readSiteSettings({ API_BASES: BASE, DEBUG_API_BASE: BASE, API_BASE_BY_BUNDLE: `com.a=${BASE}` })
        .apiBases,
    ).toEqual({ allowed: [BASE], debugProxy: BASE, byBundle: { 'com.a': BASE } });
    expect(() => readSiteSettings({ DEBUG_API_BASE: BASE })).toThrow('is not in API_BASES');
    expect(() =>
      readSiteSettings({ API_BASES: BASE, API_BASE_BY_BUNDLE: 'com.a=https://evil.example' }),
    ).toThrow('is not in API_BASES');
  });

  it('[ROOM-07] the build setting for room hosts accepts hosts only, no wildcard, address or path', () => {
    expect(readSiteSettings({ ROOM_HOSTS: 'rooms-1.example, rooms-2.example:8443' }).roomHosts).toEqual([
      'rooms-1.example',
      'rooms-2.example:8443',
    ]);
    for (const text of ['*.example', 'wss://rooms.example', 'rooms.example/x', '*'])
      expect(() => readSiteSettings({ ROOM_HOSTS: text })).toThrow('is no host');
  });

  it.each(['https://*.example', 'javascript:alert(1)', 'https://a.example/path', 'a.example', '//a.example'])(
    'the build refuses %s as the address of an API server or of the main site',
    (text) => {
      expect(() => readSiteSettings({ API_BASES: text })).toThrow('is no origin');
      expect(() => readSiteSettings({ MAIN_SITE: text })).toThrow('is no origin');
    },
  );
});
