import { word } from '../../words/word.ts';
import { OpensSoon } from '../info/opens-soon.tsx';

export function TestScreen() {
  return <OpensSoon title={word('test.title')} lead={word('test.warning')} icon="info" />;
}
