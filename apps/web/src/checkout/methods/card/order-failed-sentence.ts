import '../../../words/load-wallet.ts';
import { isEmbeddedWallet, type PayType } from '@jawhara/domain';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';

/** The order could not be made. An embedded wallet has no place for our reasons: there it is the network's sentence. */
export function orderFailedSentence(
  payType: PayType,
  refused: { readonly message: string; readonly result: number },
): string {
  if (isEmbeddedWallet(payType)) return word('net.error');
  return word('dlg.order.failed', {
    message: refused.message.replace(/[.\s]+$/, ''),
    code: isolatedLtr(String(refused.result)),
  });
}
