import type { OrderId } from '@jawhara/domain';
import { Suspense, useState, type ReactNode } from 'react';
import { steadyLazy } from '../lazy.tsx';

const HelpSheet = steadyLazy(async () => (await import('./help-sheet.tsx')).HelpSheet);

interface UsedHelp {
  readonly sheet: ReactNode;
  readonly open: () => void;
}

/** A sheet over the current page, so that asking for help never leaves a payment. */
export function useHelp(orderId: OrderId | null): UsedHelp {
  const [isOpen, setIsOpen] = useState(false);
  const sheet = isOpen && (
    <Suspense fallback={null}>
      <HelpSheet orderId={orderId} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
  return { sheet, open: () => setIsOpen(true) };
}
