import { EmptyState } from '../../ui/empty-state.tsx';
import { word } from '../../words/word.ts';

export function NoticePage() {
  return <EmptyState icon="audio-lines" title={word('notice.voiceTitle')} body={word('notice.voiceBody')} />;
}
