import { EmptyState } from '../../ui/empty-state.tsx';
import { word } from '../../words/word.ts';
import { Downloads } from '../home/downloads.tsx';
import { HomeStyle } from '../home/home-style.tsx';

export function NoticePage() {
  return (
    <>
      <HomeStyle />
      <EmptyState icon="audio-lines" title={word('notice.voiceTitle')} body={word('notice.voiceBody')} />
      <Downloads />
    </>
  );
}
