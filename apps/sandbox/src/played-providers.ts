import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout-com/checkout-com.ts';
import { demo } from './demo/demo.ts';
import { payermax } from './payermax/payermax.ts';
import { stripe } from './stripe/stripe.ts';
import { tap } from './tap/tap.ts';
import type { PlayedProvider } from './world/world.ts';

/** Everybody whom this world can play, by the names of their folders. */
export const PLAYED_PROVIDERS = {
  'checkout-com': checkoutCom,
  adyen,
  payermax,
  stripe,
  tap,
  demo,
} as const satisfies Readonly<Record<string, PlayedProvider>>;

type PlayedProviders = typeof PLAYED_PROVIDERS;

/** What each is played with; one that is not named is not there. */
export type PlayedWith = {
  readonly [Name in keyof PlayedProviders]?: Parameters<PlayedProviders[Name]['furnish']>[1] | null;
};
