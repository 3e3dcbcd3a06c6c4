import type { OrderId } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import { Icon } from '../icon.tsx';
import { useHelp } from './use-help.tsx';

/** Help in words, at the end of a page about an order. */
export function HelpLink({ orderId }: { orderId: OrderId | null }) {
  const { sheet, open } = useHelp(orderId);
  return (
    <>
      <p className="row wraps small muted justify-center gap-14">
        {word('result.needHelp')}
        <button type="button" className="text-link gap-8" onClick={open} data-testid="help-link">
          <Icon name="headset" size="s" />
          {word('common.help')}
        </button>
      </p>
      {sheet}
    </>
  );
}
