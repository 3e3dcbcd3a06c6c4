import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout-com/checkout-com.ts';
import { demo } from './demo/demo.ts';
import { payermax } from './payermax/payermax.ts';
import { stripe } from './stripe/stripe.ts';
import { tap } from './tap/tap.ts';
import type { SandboxProvider } from './world/world.ts';

/** Every provider that the sandbox simulates, by the name of its folder. */
export const SANDBOX_PROVIDERS = {
  'checkout-com': checkoutCom,
  adyen,
  payermax,
  stripe,
  tap,
  demo,
} as const satisfies Readonly<Record<string, SandboxProvider>>;

type SandboxProviders = typeof SANDBOX_PROVIDERS;

/** The options of each provider; a provider without options is not simulated. */
export type ProviderOptions = {
  readonly [Name in keyof SandboxProviders]?: Parameters<SandboxProviders[Name]['register']>[1] | null;
};
