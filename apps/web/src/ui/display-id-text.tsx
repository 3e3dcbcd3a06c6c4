import { word } from '../words/word.ts';
import { Ltr } from './ltr.tsx';

/** "ID 5048213" as one left-to-right run: two would swap inside an Arabic line. */
export function DisplayIdText({ id }: { id: string }) {
  return <Ltr>{word('common.displayId', { id })}</Ltr>;
}
