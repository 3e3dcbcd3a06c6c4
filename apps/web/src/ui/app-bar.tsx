import { word } from '../words/word.ts';
import { IconButton } from './icon-button.tsx';
import { useGoBack, useNavigate } from './navigation.tsx';

export interface AppBarProps {
  title: string;
  /** Default: one step back in history. */
  onBack?: () => void;
}

/** Mobile: back (pointing right, as Arabic reads), title, support. On PC the TopNav replaces it and only the title stays, for screen readers. */
export function AppBar({ title, onBack }: AppBarProps) {
  const goBack = useGoBack();
  const navigate = useNavigate();
  return (
    <header className="app-bar">
      <IconButton icon="arrow-right" label={word('common.back')} onPress={onBack ?? goBack} />
      <h1 className="title">{title}</h1>
      <IconButton icon="headset" label={word('common.help')} onPress={() => navigate('/?page=contact')} />
    </header>
  );
}
