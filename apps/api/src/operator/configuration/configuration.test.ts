import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskOf, lastAction, refusesWith } from '../../test/operator-desk.ts';
import { runOps } from '../../test/run-ops.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import type { OperatorContext } from '../operator-context.ts';
import { publishConfiguration, publishConfigurationPart } from './configuration.verbs.ts';

let shop: Shop;
let desk: OperatorContext;
let directory: string;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf(shop);
  directory = await mkdtemp(join(tmpdir(), 'jawhara-configure-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await shop.close();
});

const rates = (perRiyal: number) => ({ asOf: '2026-11-19T06:00:00Z', perUsd: { SAR: perRiyal } });
const settings = async () =>
  (await shop.db`select settings from site_config_versions order by version desc limit 1`)[0]?.['settings'];

async function written(value: unknown): Promise<string> {
  const path = join(directory, 'part.json');
  await writeFile(path, JSON.stringify(value));
  return path;
}

describe('one part of the configuration', () => {
  it('one part of the configuration can be published repeatedly, and the other parts stay unchanged', async () => {
    await publishConfiguration(desk, signed(), { payGroup: 'gulf', adyenCard: { ratio: 5, whitelist: [7] } });
    for (const value of [rates(3.75), rates(3.76)])
      expect(
        await publishConfigurationPart(desk, signed('huda', 'rates of the day'), {
          name: 'exchangeRates',
          value,
        }),
      ).toMatchObject({
        action: { verb: 'configure publish', subject: 'configuration', after: { part: 'exchangeRates' } },
      });
    expect(await settings()).toEqual({
      payGroup: 'gulf',
      adyenCard: { ratio: 5, whitelist: [7] },
      exchangeRates: rates(3.76),
    });
    expect(await lastAction(shop)).toMatchObject({ by: 'huda', why: 'rates of the day' });
  });

  it('parts of the configuration that operators publish at the same moment are all in the newest version', async () => {
    await Promise.all([
      publishConfigurationPart(desk, signed(), { name: 'payGroup', value: 'egypt' }),
      publishConfigurationPart(desk, signed('omar'), { name: 'isVatIncluded', value: true }),
      publishConfigurationPart(desk, signed('huda'), { name: 'recommended', value: [999] }),
    ]);
    expect(await settings()).toMatchObject({ payGroup: 'egypt', isVatIncluded: true, recommended: [999] });
  });

  it('an unknown or invalid part of the configuration is refused, and nothing is published', async () => {
    const before = await settings();
    await refusesWith(shop, 'no-such-part', () =>
      publishConfigurationPart(desk, signed(), { name: 'exchangeRate', value: rates(3.75) }),
    );
    await refusesWith(shop, 'settings-wrong', () =>
      publishConfigurationPart(desk, signed(), { name: 'exchangeRates', value: rates(-1) }),
    );
    expect(await settings()).toEqual(before);
  });

  it('a part of the configuration is published from a JSON file and shown as JSON again', async () => {
    const path = await written(rates(3.8));
    const published = await runOps(
      shop,
      'configure',
      'publish',
      path,
      '--part',
      'exchangeRates',
      '--why',
      'rates',
    );
    expect(published).toMatchObject({ code: 0, out: expect.stringContaining('part exchangeRates') });
    const part = await runOps(shop, 'configure', 'show', 'exchangeRates');
    expect([part.code, JSON.parse(part.out)]).toEqual([0, rates(3.8)]);
    const all = await runOps(shop, 'configure', 'show');
    expect(all.out).toMatch(/^payGroup +"egypt"$/m);
    expect(all.out).toMatch(/^usualTimes +not published: its default counts$/m);
    expect(await runOps(shop, 'configure', 'show', 'usualTimes')).toMatchObject({ code: 1 });
    expect(await runOps(shop, 'configure', 'show', 'nothing')).toMatchObject({ code: 1 });
  });
});
