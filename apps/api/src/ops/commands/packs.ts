import { usdText } from '@jawhara/domain';
import { listPacks } from '../../operator/packs/list-packs.ts';
import { putPacks } from '../../operator/packs/put-packs.ts';
import { readRows } from '../../operator/read-rows.ts';
import { shown, type Commands } from '../command.ts';
import { table } from '../print.ts';

export const PACK_COMMANDS = {
  'packs list': {
    kind: 'reads',
    usage: 'packs list',
    says: 'all packs, those off sale among them',
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
  },
  'packs put': {
    kind: 'changes',
    usage: 'packs put FILE.csv|FILE.jsonl',
    says: 'add packs or change their terms: recharge_id, price_usd, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login, is_on_sale',
    async run({ context, signOff, words: [file] }) {
      if (file === undefined) return { kind: 'usage' };
      return putPacks(context, signOff, { name: file, rows: readRows(file) });
    },
  },
} as const satisfies Commands;
