import { ReplyTime, SupportLinks, useSupport } from '../../ui/help/support-links.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

export function ContactPage() {
  const channels = useSupport();
  return (
    <>
      <p className="muted">{word('contact.lead')}</p>
      <nav className="list" aria-label={word('contact.title')}>
        <Link className="option" href="/feedback">
          <span className="scheme grid place-items-center text-primary-ink">
            <Icon name="message-circle" />
          </span>
          <span className="fill strong">{word('contact.report')}</span>
          <Icon name="chevron-left" size="s" />
        </Link>
        <SupportLinks channels={channels} order={null} />
      </nav>
      <ReplyTime hours={channels.replyHours} />
    </>
  );
}
