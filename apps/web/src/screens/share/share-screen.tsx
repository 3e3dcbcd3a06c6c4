import { word } from '../../words/word.ts';
import { OpensSoon } from '../info/opens-soon.tsx';

export function ShareScreen() {
  return <OpensSoon title={word('brand.name')} lead={word('share.body')} icon="users-round" />;
}
