import { word } from '../../words/word.ts';
import { OpensSoon } from '../info/opens-soon.tsx';

export function FeedbackScreen() {
  return <OpensSoon title={word('feedback.title')} lead={word('feedback.lead')} icon="message-circle" />;
}
