import type { SupportChannels } from '@jawhara/contract';
import type { ReactNode } from 'react';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { word } from '../../words/word.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icon-names.ts';
import { Ltr } from '../values.tsx';

const NO_CHANNELS: SupportChannels = { whatsapp: null, email: null, replyHours: null };

export function useSupport(): SupportChannels {
  const config = useSiteConfig();
  return config.kind === 'ready' ? config.config.support : NO_CHANNELS;
}

function whatsappAddress(number: string, text: string | null): string {
  const query = text === null ? '' : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replaceAll(/\D/g, '')}${query}`;
}

function emailAddress(email: string, subject: string | null): string {
  return `mailto:${email}${subject === null ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}

interface SupportLinksProps {
  channels: SupportChannels;
  /** The order number for the message; null without one. */
  order: string | null;
}

/** Rows of support contacts. Those that are not configured are left out. */
export function SupportLinks({ channels: { whatsapp, email }, order }: SupportLinksProps) {
  return (
    <>
      {whatsapp !== null && (
        <SupportLink
          icon="phone-call"
          href={whatsappAddress(whatsapp, order && word('contact.whatsappText', { order }))}
          name={word('contact.whatsapp')}
        >
          <Ltr>{whatsapp}</Ltr>
        </SupportLink>
      )}
      {email !== null && (
        <SupportLink
          icon="mail"
          href={emailAddress(email, order && word('contact.emailSubject', { order }))}
          name={word('contact.email')}
        >
          <Ltr>{email}</Ltr>
        </SupportLink>
      )}
    </>
  );
}

interface SupportLinkProps {
  icon: IconName;
  href: string;
  name: string;
  children: ReactNode;
}

/** Opens in a new window, so that the payment continues under the sheet. */
export function SupportLink({ icon, href, name, children }: SupportLinkProps) {
  return (
    <a className="option" href={href} target="_blank" rel="noreferrer">
      <span className="scheme grid place-items-center text-primary-ink">
        <Icon name={icon} />
      </span>
      <span className="fill">
        <span className="strong">{name}</span>
        <span className="small muted block">{children}</span>
      </span>
      <Icon name="chevron-left" size="s" />
    </a>
  );
}

/** How soon an answer usually comes, if the operator has set it. */
export function ReplyTime({ hours }: { hours: number | null }) {
  if (hours === null) return null;
  return <p className="small hint text-center mt-22">{word('contact.hours', { hours })}</p>;
}
