import type { OrderId } from '@jawhara/domain';
import { Suspense, useState, type ReactNode } from 'react';
import { steadyLazy } from '../lazy.tsx';
import { word } from '../../words/word.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';

const HelpSheet = steadyLazy(async () => (await import('./help-sheet.tsx')).HelpSheet);

interface UsedHelp {
  readonly sheet: ReactNode;
  readonly open: () => void;
}

/** A sheet over the current page, so that asking for help never leaves a payment. */
function useHelp(orderId: OrderId | null): UsedHelp {
  const [isOpen, setIsOpen] = useState(false);
  const sheet = isOpen && (
    <Suspense fallback={null}>
      <HelpSheet orderId={orderId} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
  return { sheet, open: () => setIsOpen(true) };
}

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
