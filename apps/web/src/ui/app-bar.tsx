import { word } from '../words/word.ts';
import type { OrderId } from '@jawhara/domain';
import { HelpButton } from './help/help.tsx';
import { IconButton } from './button.tsx';
import { useGoBack } from './navigation.tsx';
import { usePageTitle } from './use-page-title.ts';

interface AppBarProps {
  title: string;
  /** Default: one step back in the history. */
  onBack?: () => void;
  /** The open order, for a payer who asks for help with it. */
  orderId?: OrderId | null;
}

/** Mobile: back (pointing right, as Arabic reads), title, support. On PC the TopNav replaces it and only the title stays, for screen readers. */
export function AppBar({ title, onBack, orderId = null }: AppBarProps) {
  usePageTitle(title);
  const goBack = useGoBack();
  return (
    <header className="app-bar">
      <IconButton icon="arrow-right" label={word('common.back')} onPress={onBack ?? goBack} />
      <h1 className="title">{title}</h1>
      <HelpButton orderId={orderId} />
    </header>
  );
}
