import { word } from '../../words/word.ts';
import { OpensSoon } from '../info/opens-soon.tsx';

export function LoginScreen() {
  return <OpensSoon title={word('login.title')} lead={word('login.lead')} icon="log-in" />;
}
