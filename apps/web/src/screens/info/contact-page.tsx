import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';

export function ContactPage() {
  return (
    <>
      <p className="muted">{word('contact.lead')}</p>
      <nav className="list" aria-label={word('contact.title')}>
        <Link className="option" href="/feedback">
          <Icon name="message-circle" />
          <span className="fill strong">{word('contact.report')}</span>
          <Icon name="chevron-left" size="s" />
        </Link>
      </nav>
      <Note kind="quiet">{word('contact.rest')}</Note>
    </>
  );
}
