import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSiteConfig, submitFeedback } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskOf, lastAction, refusesWith } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { goBackToConfiguration, publishConfiguration } from '../configuration/configuration.verbs.ts';
import { answerReport, listReports, showReport } from '../feedback/feedback.verbs.ts';
import type { OperatorContext } from '../operator-context.ts';
import { readRows } from '../read-rows.ts';
import { listPacks, putPacks } from './pack.verbs.ts';

let shop: Shop;
let desk: OperatorContext;
let directory: string;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf(shop);
  directory = await mkdtemp(join(tmpdir(), 'jawhara-ops-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await shop.close();
});

async function file(
  name: string,
  text: string,
): Promise<{ name: string; rows: ReturnType<typeof readRows> }> {
  const path = join(directory, name);
  await writeFile(path, text);
  return { name: path, rows: readRows(path) };
}

describe('gem packs', () => {
  it('an operator adds gem packs and takes them off sale; the price of an existing pack cannot be changed', async () => {
    const csv =
      'recharge_id,price_usd,gems,bonus_gems,pay_types,is_on_sale,icon_url\ngems-50,0.49,50,5,23 27,true,https://i.example/g.png\n';
    expect(await putPacks(desk, signed(), await file('p.csv', csv))).toMatchObject({ kind: 'done' });
    const pack = async () => (await listPacks(desk)).find(({ rechargeId }) => rechargeId === 'gems-50');
    expect(await pack()).toMatchObject({
      priceUsdCents: 49,
      gems: 50,
      bonusGems: 5,
      payTypes: [23, 27],
      isOnSale: true,
      iconUrl: 'https://i.example/g.png',
    });
    const off =
      '{"recharge_id":"gems-50","price_usd":"0.49","gems":50,"bonus_gems":5,"pay_types":[23],"is_on_sale":false}';
    expect(await putPacks(desk, signed(), await file('p.jsonl', off))).toMatchObject({ kind: 'done' });
    expect(await pack()).toMatchObject({ payTypes: [23], isOnSale: false });
    expect(JSON.stringify((await lastAction(shop))?.before)).toContain('gems-50');
    for (const change of [
      '"price_usd":"0.59","gems":50,"bonus_gems":5',
      '"price_usd":"0.49","gems":51,"bonus_gems":5',
      '"price_usd":"0.49","gems":50,"bonus_gems":0',
    ]) {
      const other = await file('p.jsonl', `{"recharge_id":"gems-50",${change},"pay_types":[23]}`);
      await refusesWith(shop, 'price-differs', () => putPacks(desk, signed(), other));
    }
    for (const wrong of [
      '"price_usd":"0","gems":5,"pay_types":[23]',
      '"price_usd":"1.00","gems":5,"pay_types":[999]',
      '"price_usd":"1.00","gems":5,"bonus_gems":5,"pay_types":[23]',
      '"price_usd":"1.00","gems":5,"pay_types":[]',
    ]) {
      const other = await file('p.jsonl', `{"recharge_id":"gems-new",${wrong}}`);
      await refusesWith(shop, 'file-wrong', () => putPacks(desk, signed(), other));
    }
  });
});

describe('configuration', () => {
  it('an operator publishes a configuration and goes back to an earlier version; invalid ones are refused', async () => {
    const version = async () => {
      const { value } = await shop.visitor().call(readSiteConfig, {});
      return (value as { websiteVersion?: string } | null)?.websiteVersion;
    };
    expect(
      await publishConfiguration(desk, signed('huda', 'new site'), { websiteVersion: '2.0.1' }),
    ).toMatchObject({
      kind: 'done',
      action: { verb: 'configure publish', subject: 'configuration' },
    });
    expect(await version()).toBe('2.0.1');
    const published = (await lastAction(shop))?.after['version'] as number;
    await publishConfiguration(desk, signed(), { websiteVersion: '2.0.2' });
    expect(await goBackToConfiguration(desk, signed(), published)).toMatchObject({
      action: { after: { copyOf: published } },
    });
    expect(await version()).toBe('2.0.1');
    await refusesWith(shop, 'settings-wrong', () =>
      publishConfiguration(desk, signed(), { webVersion: '1' }),
    );
    for (const wrong of [999_999, Number.NaN, 1.5])
      await refusesWith(shop, 'no-such-version', () => goBackToConfiguration(desk, signed(), wrong));
  });
});

describe('feedback reports', () => {
  it('[FBK-03] a feedback report is listed until an operator has answered it, and is answered once', async () => {
    const { value } = await shop.visitor().call(submitFeedback, {
      content: 'my gems\u202e are missing',
      topic: 'gems-missing',
      orderNumber: 'JW-7F3K-20481',
      contact: 'noura@example.com',
      model: 'phone',
      version: '1',
      pageId: 'pay',
      fileKeys: [],
    } as never);
    const number = value?.reportNumber ?? '';
    expect(await listReports(desk, signed())).toContainEqual(expect.objectContaining({ number }));
    expect(await showReport(desk, signed(), number.toLowerCase())).toMatchObject({
      state: 'open',
      topic: 'gems-missing',
    });
    await refusesWith(shop, 'answer-missing', () => answerReport(desk, signed(), { number, text: ' ' }));
    expect(
      await answerReport(desk, signed('huda', 'found the order'), { number, text: 'They are there now.' }),
    ).toMatchObject({
      kind: 'done',
      action: { subject: `report:${number}`, after: { answer: 'They are there now.' } },
    });
    expect(await listReports(desk, signed())).not.toContainEqual(expect.objectContaining({ number }));
    expect(await showReport(desk, signed(), number)).toMatchObject({ state: 'answered', answeredBy: 'huda' });
    await refusesWith(shop, 'answered-already', () =>
      answerReport(desk, signed(), { number, text: 'again' }),
    );
    await refusesWith(shop, 'no-such-report', () =>
      answerReport(desk, signed(), { number: 'FB-0000-00000', text: 'x' }),
    );
  });
});
