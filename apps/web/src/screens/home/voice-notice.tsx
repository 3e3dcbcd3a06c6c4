import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

export function VoiceNotice() {
  return (
    <section className="note quiet">
      <Icon name="audio-lines" />
      <div>
        <h2 className="strong text-ink">{word('notice.voiceTitle')}</h2>
        {word('notice.voiceBody')} <Link href="/?page=notice">{word('common.details')}</Link>
      </div>
    </section>
  );
}
