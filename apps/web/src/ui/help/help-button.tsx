import type { OrderId } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import { IconButton } from '../button.tsx';
import { useHelp } from './use-help.tsx';

/** `orderId`: the order for which help is needed; null if there is none yet. */
export function HelpButton({ orderId }: { orderId: OrderId | null }) {
  const { sheet, open } = useHelp(orderId);
  return (
    <>
      <IconButton icon="headset" label={word('common.help')} onPress={open} />
      {sheet}
    </>
  );
}
