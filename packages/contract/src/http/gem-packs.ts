import { payGroupOf, usdDecimal, type AccountId, type GemPackRow, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import {
  estimateField,
  wireAccountId,
  wireCount,
  wirePayType,
  wireRechargeId,
  wireSource,
  wireUsd,
  writeEstimate,
} from '../wire-types.ts';

/** The packs that one caller may buy, with what the page needs to present them. */
export interface RechargeList {
  readonly rows: readonly GemPackRow[];
  readonly recommended: readonly UsdCents[];
  readonly extraRecommended: UsdCents | null;
  readonly isNewPayer: boolean;
  readonly isNewAccount: boolean;
  readonly isNewDevice: boolean;
  readonly payGroup: string;
}

const rowSchema = v.pipe(
  v.object({
    recharge_id: wireRechargeId,
    amount: wireUsd,
    coin: wireCount,
    extra_coin: wireCount,
    origin_coin: wireCount,
    pay_sub_types: v.array(wirePayType),
    icon: v.optional(v.nullable(v.string())),
    approx: estimateField,
    subType: v.optional(v.nullable(wirePayType)),
    display_methods: v.optional(v.array(v.object({ pay_sub_type: wirePayType, name: v.string() }))),
  }),
  v.transform((wire): GemPackRow => ({
    rechargeId: wire.recharge_id,
    priceUsdCents: wire.amount,
    gems: wire.coin,
    bonusGems: wire.extra_coin,
    payTypes: wire.pay_sub_types,
    ...(wire.icon ? { iconUrl: wire.icon } : {}),
    ...(wire.approx ? { estimate: wire.approx } : {}),
  })),
);

const listSchema = v.pipe(
  v.object({
    list: v.array(rowSchema),
    recommends: v.array(wireUsd),
    extra_recommend: v.nullable(wireUsd),
    is_new: v.boolean(),
    is_new_uid: v.boolean(),
    is_new_h5device: v.boolean(),
    pay_group: v.string(),
  }),
  v.transform((wire): RechargeList => ({
    rows: wire.list,
    recommended: wire.recommends,
    extraRecommended: wire.extra_recommend,
    isNewPayer: wire.is_new,
    isNewAccount: wire.is_new_uid,
    isNewDevice: wire.is_new_h5device,
    payGroup: wire.pay_group,
  })),
);

/** The packs that a visitor may buy for an account; without an account, those that any visitor may buy. */
export const listGemPacks = endpoint({
  name: 'listGemPacks',
  methods: ['POST'],
  changes: false,
  path: '/api/third_party_pay/get_recharge_list_v3/',
  request: codec(
    v.pipe(
      v.object({ uid: v.optional(wireAccountId), source: wireSource }),
      v.transform((wire) => ({ recipientId: wire.uid ?? null })),
    ),
    (request: { recipientId: AccountId | null }) => ({
      ...(request.recipientId === null ? {} : { uid: request.recipientId }),
      source: 1,
    }),
  ),
  answer: codec(listSchema, (list: RechargeList) => ({
    list: list.rows.map((row) => ({
      recharge_id: row.rechargeId as string,
      amount: usdDecimal(row.priceUsdCents),
      coin: row.gems,
      extra_coin: row.bonusGems,
      origin_coin: row.gems - row.bonusGems,
      pay_sub_types: [...row.payTypes],
      icon: row.iconUrl ?? null,
      approx: writeEstimate(row.estimate),
      // As on screen, the first payment method stands for the pack.
      subType: row.payTypes[0] ?? null,
      display_methods: row.payTypes.map((payType) => ({ pay_sub_type: payType, name: payGroupOf(payType) })),
    })),
    recommends: list.recommended.map(usdDecimal),
    extra_recommend: list.extraRecommended === null ? null : usdDecimal(list.extraRecommended),
    is_new: list.isNewPayer,
    is_new_uid: list.isNewAccount,
    is_new_h5device: list.isNewDevice,
    pay_group: list.payGroup,
  })),
});
