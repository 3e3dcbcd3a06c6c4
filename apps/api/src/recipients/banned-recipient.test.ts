import { ERROR_CATALOGUE, findRecipient, parse, wireBannedRecipient } from '@jawhara/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bannedAccount } from '../test/fine-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const LATER = new Date(Date.now() + 6 * 86_400_000);

it.each([
  ['a refund ban', { kind: 'refund', until: LATER }, { kind: 'fine', until: LATER }],
  ['a dated ban of another kind', { kind: 'other', until: LATER }, { kind: 'dated', until: LATER }],
  ['a permanent ban', { kind: 'permanent' }, { kind: 'permanent' }],
] as const)(
  '[RCP-03] a recipient with %s is reported with nickname, end of the ban, and a fine where it lifts the ban',
  async (_what, ban, shownBan) => {
    const { displayId } = await bannedAccount(shop.db, ban);
    const response = await fetch(`${shop.apiUrl}${findRecipient.path}?display_id=${displayId}&source=1`);
    const { result, data } = (await response.json()) as { result: number; data: unknown };
    expect(result).toBe(ERROR_CATALOGUE.banned.result);
    expect(parse(wireBannedRecipient, data)).toMatchObject({
      kind: 'parsed',
      value: { recipient: { displayId, nickname: 'Banned' }, ban: shownBan },
    });
  },
);
