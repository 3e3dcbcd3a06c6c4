import { isPayType, parseUsdDecimal, usdText, type PayType, type RechargeId } from '@jawhara/domain';
import * as v from 'valibot';
import { allPacks, putPack, type CataloguePack } from '../../gem-packs/gem-pack.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { readRows, UnreadableFile, wholeNumber, WrongLine, yesOrNo, type FileRow } from '../read-rows.ts';
import { refused, type Refused } from '../refusals.ts';
import { table } from '../report-parts.ts';
import { word } from '../verb-fields.ts';
import { change, openRead, shown } from '../verb.ts';

/** All packs, also those that are no longer sold. */
export function listPacks({ orders: { db } }: OperatorContext): Promise<readonly CataloguePack[]> {
  return allPacks(db);
}

const payType = v.pipe(
  v.number(),
  v.check(isPayType, 'not a pay type'),
  v.transform((code) => code as PayType),
);

const row = v.pipe(
  v.strictObject({
    recharge_id: v.pipe(v.string(), v.regex(/^[a-z0-9_-]{1,64}$/)),
    price_usd: v.pipe(
      v.string(),
      v.check((text) => (parseUsdDecimal(text) ?? 0) > 0, 'not a price'),
    ),
    gems: v.pipe(wholeNumber, v.minValue(1)),
    bonus_gems: v.optional(wholeNumber, 0),
    pay_types: v.pipe(
      v.union([
        v.array(v.number()),
        v.pipe(
          v.string(),
          v.transform((text) => text.trim().split(/\s+/).map(Number)),
        ),
      ]),
      v.array(payType),
      v.minLength(1),
    ),
    is_hidden_from_new_payers: v.optional(yesOrNo, false),
    needs_login: v.optional(yesOrNo, false),
    is_on_sale: v.optional(yesOrNo, true),
    icon_url: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(500))]),
      '',
    ),
  }),
  v.check(({ gems, bonus_gems }) => bonus_gems < gems, 'more bonus than gems'),
);

function packIn({ line, values }: FileRow): CataloguePack {
  const read = v.safeParse(row, values);
  const price = read.success ? parseUsdDecimal(read.output.price_usd) : null;
  if (!read.success || price === null) {
    const names = (read.issues ?? []).map((issue) => v.getDotPath(issue) ?? issue.message);
    throw new WrongLine(line, `wrong or missing: ${[...new Set(names)].join(', ')}`);
  }
  const packRow = read.output;
  return {
    rechargeId: packRow.recharge_id as RechargeId,
    priceUsdCents: price,
    gems: packRow.gems,
    bonusGems: packRow.bonus_gems,
    payTypes: packRow.pay_types,
    isHiddenFromNewPayers: packRow.is_hidden_from_new_payers,
    needsLogin: packRow.needs_login,
    isOnSale: packRow.is_on_sale,
    ...(packRow.icon_url === '' ? {} : { iconUrl: packRow.icon_url }),
  };
}

function isSameOffer(one: CataloguePack, other: CataloguePack): boolean {
  return (
    one.priceUsdCents === other.priceUsdCents && one.gems === other.gems && one.bonusGems === other.bonusGems
  );
}

const text = (pack: CataloguePack): string => JSON.stringify({ ...pack, payTypes: pack.payTypes.join(' ') });

/**
 * Writes the packs of a file: new ones are added, known ones get the terms in the file. The price of a known pack is
 * never changed.
 */
export async function putPacks(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { name, rows }: { readonly name: string; readonly rows: AsyncIterable<FileRow> },
): Promise<ActionDone | Refused> {
  try {
    return await act(context, signOff, 'packs put', async (tx) => {
      const known = new Map((await allPacks(tx)).map((pack) => [pack.rechargeId, pack]));
      const before: string[] = [];
      const after: string[] = [];
      for await (const one of rows) {
        const pack = packIn(one);
        const old = known.get(pack.rechargeId);
        if (old !== undefined && !isSameOffer(old, pack)) return refused('price-differs', pack.rechargeId);
        if (old !== undefined) before.push(text(old));
        await putPack(tx, pack);
        after.push(text(pack));
      }
      return { subject: 'packs', before: { packs: before }, after: { file: name, packs: after } };
    });
  } catch (error) {
    if (error instanceof WrongLine) return refused('file-wrong', error.message);
    if (error instanceof UnreadableFile) return refused('file-unreadable', name);
    throw error;
  }
}

export const PACK_VERBS = [
  openRead({
    name: 'packs list',
    says: 'all packs, those off sale among them',
    input: v.strictObject({}),
    async run({ context }) {
      const rows = (await listPacks(context)).map((pack) => [
        pack.rechargeId,
        usdText(pack.priceUsdCents),
        pack.gems,
        pack.bonusGems,
        pack.payTypes.join(' '),
        pack.isHiddenFromNewPayers ? 'not new payers' : pack.needsLogin ? 'signed in' : 'everybody',
        pack.isOnSale ? 'yes' : 'no',
      ]);
      return shown(table(['pack', 'price', 'gems', 'bonus', 'pay types', 'shown to', 'on sale'], rows));
    },
  }),
  change({
    name: 'packs put',
    says: 'add packs or change their terms: recharge_id, price_usd, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login, is_on_sale',
    input: v.strictObject({ file: word('FILE.csv|FILE.jsonl') }),
    run: ({ context, signOff }, { file }) => putPacks(context, signOff, { name: file, rows: readRows(file) }),
  }),
] as const;
