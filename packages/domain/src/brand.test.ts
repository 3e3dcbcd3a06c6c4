import { expectTypeOf, it } from 'vitest';
import type { AccountId } from './account/account.ts';
import type { RechargeId } from './gem-pack/gem-pack.ts';
import type { UsdCents } from './money.ts';
import type { OrderId } from './order/order.ts';
import type { DisplayId } from './recipient/display-id.ts';

// The type check proves this, not the run: these lines do not compile if a brand is lost.
it('the compiler accepts no plain number or text as an id or amount, nor one kind of id as another', () => {
  expectTypeOf<number>().not.toExtend<AccountId>();
  expectTypeOf<number>().not.toExtend<UsdCents>();
  expectTypeOf<string>().not.toExtend<OrderId>();
  expectTypeOf<AccountId>().not.toExtend<UsdCents>();
  expectTypeOf<OrderId>().not.toExtend<RechargeId>();
  expectTypeOf<OrderId>().not.toExtend<DisplayId>();
});

it('the compiler accepts a branded id or amount as the plain number or text that it is', () => {
  expectTypeOf<AccountId>().toExtend<number>();
  expectTypeOf<OrderId>().toExtend<string>();
});
