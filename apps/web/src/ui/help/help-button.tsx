import type { OrderId } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import { IconButton } from '../button.tsx';
import { useHelp } from './use-help.tsx';

/** `orderId`: the order that help is wanted for; null where there is none yet. */
export function HelpButton({ orderId }: { orderId: OrderId | null }) {
  const { sheet, open } = useHelp(orderId);
  return (
    <>
      <IconButton icon="headset" label={word('common.help')} onPress={open} />
      {sheet}
    </>
  );
}
