import { word } from '../../words/word.ts';
import { OpensSoon } from '../info/opens-soon.tsx';

export function FinesScreen() {
  return <OpensSoon title={word('fine.title')} lead={word('fine.lead')} icon="lock-open" />;
}
