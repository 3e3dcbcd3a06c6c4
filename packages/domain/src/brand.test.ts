import { expectTypeOf, it } from 'vitest';
import type { AccountId } from './account/account.ts';
import type { RechargeId } from './gem-pack/gem-pack.ts';
import type { UsdCents } from './money.ts';
import type { OrderId } from './order/order.ts';
import type { DisplayId } from './recipient/display-id.ts';

// Proven by the type check, not by the run: these lines do not compile when a brand is lost.
it('a plain number or text is no id and no amount, and one id is never another', () => {
  expectTypeOf<number>().not.toExtend<AccountId>();
  expectTypeOf<number>().not.toExtend<UsdCents>();
  expectTypeOf<string>().not.toExtend<OrderId>();
  expectTypeOf<AccountId>().not.toExtend<UsdCents>();
  expectTypeOf<OrderId>().not.toExtend<RechargeId>();
  expectTypeOf<OrderId>().not.toExtend<DisplayId>();
});

it('a branded value is still what it was', () => {
  expectTypeOf<AccountId>().toExtend<number>();
  expectTypeOf<OrderId>().toExtend<string>();
});
