import { DEFAULT_SITE_CONFIG, readSiteConfig } from '@jawhara/contract';
import { http, HttpResponse } from 'msw/http';
import { expect, it } from 'vitest';
import { FIELDS } from './test/provider-fields.ts';
import { call } from './call.ts';
import { answer, requestsTo, network } from './test/network.ts';

const whole = () =>
  JSON.parse(
    readSiteConfig.answer.write({ ...DEFAULT_SITE_CONFIG, ...FIELDS })['app_pkg_info'] as string,
  ) as Record<string, unknown>;

async function readBack(info: string) {
  const data = { app_pkg_info: info };
  network.use(
    http.post(`*${readSiteConfig.path}`, () =>
      HttpResponse.json({ result: 0, code: 200, message: '', data }),
    ),
  );
  return call(readSiteConfig, {});
}

it('[CFG-01] the site configuration is requested by POST with channel=app_pkg_info and pure=1', async () => {
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, websiteVersion: '1.0.400' }));
  expect(await call(readSiteConfig, {})).toMatchObject({ kind: 'ok', value: { websiteVersion: '1.0.400' } });
  expect(requestsTo(readSiteConfig)).toEqual([{ channel: 'app_pkg_info', pure: 1 }]);
  expect(readSiteConfig).toMatchObject({ path: '/api/sys/config/', methods: ['POST'] });
});

const PARTS = [
  ['website_version', 'websiteVersion'],
  ['ABtest_repurchase_ratio', 'repurchaseRatio'],
  ['adyen_card_ratio', 'adyenCard'],
  ['adyen_card_whitelist', 'adyenCard'],
  ['applepay_config', 'walletChannels'],
  ['adyen_applepay_config', 'walletSheet'],
  ['cko_new_rate', 'newCardFlow'],
  ['cko_new_whitelist', 'newCardFlow'],
  ['are_android_url', 'appLinks'],
  ['are_huawei_url', 'appLinks'],
  ['are_apple_url', 'appLinks'],
  ['are_google_url', 'appLinks'],
  ['are_private_url', 'appLinks'],
] as const;

it.each(PARTS)(
  '[CFG-01] a site configuration whose %s is missing or broken is read with a default for this part alone',
  async (part, ours) => {
    const { [part]: _left, ...without } = whole();
    for (const info of [
      without,
      { ...without, [part]: { not: 'ours' } },
      { ...without, [part]: 'javascript:x' },
    ]) {
      const read = await readBack(JSON.stringify({ ...info, vat_included: true }));
      if (read.kind !== 'ok') throw new Error(`${part} took everything with it`);
      if (part !== 'website_version') expect(read.value[ours]).toEqual(DEFAULT_SITE_CONFIG[ours]);
      expect(read.value.isVatIncluded).toBe(true);
      expect(read.value.cardFields).toEqual(FIELDS.cardFields);
    }
  },
);

it('[CFG-01] a response that is no site configuration is a failure', async () => {
  for (const info of ['', '{', 'null', '[]']) expect((await readBack(info)).kind).toBe('failed');
});
