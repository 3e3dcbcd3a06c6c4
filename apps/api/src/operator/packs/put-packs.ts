import { isPayType, parseUsdDecimal, type PayType, type RechargeId } from '@jawhara/domain';
import * as v from 'valibot';
import { allPacks, putPack, type CataloguePack } from '../../gem-packs/gem-pack.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { UnreadableFile, WrongLine, type FileRow } from '../read-rows.ts';
import { refused, type Refused } from '../refusals.ts';
import { wholeNumber, yesOrNo } from '../row-cells.ts';

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
  const given = read.output;
  return {
    rechargeId: given.recharge_id as RechargeId,
    priceUsdCents: price,
    gems: given.gems,
    bonusGems: given.bonus_gems,
    payTypes: given.pay_types,
    isHiddenFromNewPayers: given.is_hidden_from_new_payers,
    needsLogin: given.needs_login,
    isOnSale: given.is_on_sale,
    ...(given.icon_url === '' ? {} : { iconUrl: given.icon_url }),
  };
}

function isSameOffer(one: CataloguePack, other: CataloguePack): boolean {
  return (
    one.priceUsdCents === other.priceUsdCents && one.gems === other.gems && one.bonusGems === other.bonusGems
  );
}

const text = (pack: CataloguePack): string => JSON.stringify({ ...pack, payTypes: pack.payTypes.join(' ') });

/** Packs as the file has them: new ones are added, known ones get other terms. A price is never changed in place. */
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
