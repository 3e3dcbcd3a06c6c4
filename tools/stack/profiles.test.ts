import { describe, expect, it } from 'vitest';
import { placeOf, PROFILES, type ProfileName } from './profiles.ts';

const NAMES = Object.keys(PROFILES) as ProfileName[];

describe('directory, ports and databases of a profile', () => {
  it('a stack profile (dev, e2e, chaos …) on its own base port, the default, has its own directory and databases', () => {
    expect(placeOf('dev')).toMatchObject({ directory: 'dev', database: 'jawhara_dev', redisDatabase: 1 });
    expect(placeOf('dev', 4100)).toEqual(placeOf('dev'));
  });

  it('a stack profile on another base port has other ports, another directory and other databases', () => {
    const second = placeOf('dev', 4600);
    expect(second).toMatchObject({ directory: 'dev-4600', database: 'jawhara_dev_4600' });
    expect(second.ports).toMatchObject({ site: 4600, api: 4601, sandbox: 4610, restateAdmin: 4621 });
    const places = [...NAMES.map((name) => placeOf(name)), second];
    const ports = places.flatMap((place) => Object.values(place.ports));
    expect(new Set(ports).size).toBe(ports.length);
    for (const part of ['directory', 'database', 'redisDatabase'] as const)
      expect(new Set(places.map((place) => place[part])).size).toBe(places.length);
  });

  it('a stack profile on another base port gets a Redis database from 0 to 15 that no profile has as its own', () => {
    const own = NAMES.map((name) => PROFILES[name].redisDatabase as number);
    for (let basePort = 1_024; basePort < 65_504; basePort += 1) {
      const { redisDatabase } = placeOf('dev', basePort);
      if (basePort === PROFILES.dev.basePort) continue;
      if (redisDatabase > 15 || own.includes(redisDatabase)) expect.fail(`${basePort}: ${redisDatabase}`);
    }
  });
});
