import type { AdyenFields } from '@jawhara/contract';
import type { PayerProof } from '@jawhara/domain';
import type { CheckHandlers, ScriptedCheck } from '../card-fields.ts';
import { adyenCheckout } from './adyen-checkout.ts';

type Action = Parameters<Awaited<ReturnType<typeof adyenCheckout>>['createFromAction']>[0];

/** The challenge window's size: our page's full width, as high as needed. */
const CHALLENGE_WINDOW_FULL = '05';

function proofIn(details: unknown): PayerProof | null {
  if (typeof details !== 'object' || details === null) return null;
  const { threeDSResult, redirectResult } = details as Record<string, unknown>;
  if (typeof threeDSResult === 'string') return { threeDsResult: threeDSResult };
  return typeof redirectResult === 'string' ? { redirectResult } : null;
}

/**
 * Passes the provider's action to its script, which checks the browser or shows the bank's challenge. The script's result
 * goes to our server, because only the provider knows whether it is an approval.
 */
export async function openNativeCheck(
  config: AdyenFields,
  action: string,
  element: HTMLElement,
  { onProof, onFailed }: CheckHandlers,
): Promise<ScriptedCheck> {
  const checkout = await adyenCheckout(config, {
    onAdditionalDetails: ({ data }) => onProof(proofIn(data.details)),
    onError: onFailed,
  });
  const check = checkout.createFromAction(JSON.parse(action) as Action, {
    challengeWindowSize: CHALLENGE_WINDOW_FULL,
  });
  check.mount(element);
  return { close: () => void check.unmount() };
}
