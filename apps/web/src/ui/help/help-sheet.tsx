import '../../words/load-help.ts';
import type { SupportChannels } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icon-names.ts';
import { Ltr } from '../ltr.tsx';
import { Sheet } from '../sheet.tsx';
import { reportAddress } from './report-address.ts';

export interface HelpSheetProps {
  orderId: OrderId | null;
  onClose: () => void;
}

const NO_CHANNELS: SupportChannels = { whatsapp: null, email: null, replyHours: null };

function whatsappAddress(number: string, text: string | null): string {
  const query = text === null ? '' : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replaceAll(/\D/g, '')}${query}`;
}

function emailAddress(email: string, subject: string | null): string {
  return `mailto:${email}${subject === null ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}

/** Who can be asked, and how. What the operator has not set is not there. */
export function HelpSheet({ orderId, onClose }: HelpSheetProps) {
  const config = useSiteConfig();
  const { whatsapp, email, replyHours } = config.kind === 'ready' ? config.config.support : NO_CHANNELS;
  const number = orderId === null ? null : orderNumber(orderId);
  const order = number === null ? null : isolatedLtr(number);
  return (
    <Sheet isOpen onClose={onClose} title={word('help.title')}>
      <p className="muted">{word('help.keeps')}</p>
      {number !== null && <OrderNumber number={number} />}
      <nav className="list mt-22 border border-solid border-line" aria-label={word('help.title')}>
        <Channel icon="message-circle" href={reportAddress(orderId)} name={word('result.report')}>
          {order === null ? word('help.reportBodyNoOrder') : word('help.reportBody')}
        </Channel>
        {whatsapp !== null && (
          <Channel
            icon="phone-call"
            href={whatsappAddress(whatsapp, order && word('contact.whatsappText', { order }))}
            name={word('contact.whatsapp')}
          >
            <Ltr>{whatsapp}</Ltr>
          </Channel>
        )}
        {email !== null && (
          <Channel
            icon="mail"
            href={emailAddress(email, order && word('contact.emailSubject', { order }))}
            name={word('contact.email')}
          >
            <Ltr>{email}</Ltr>
          </Channel>
        )}
      </nav>
      {replyHours !== null && (
        <p className="small hint text-center mt-22">{word('contact.hours', { hours: replyHours })}</p>
      )}
    </Sheet>
  );
}

function OrderNumber({ number }: { number: string }) {
  return (
    <div className="note quiet row mt-22">
      <div className="fill">
        <div className="micro">{word('receipt.order')}</div>
        <div className="strong" data-testid="help-order">
          <Ltr>{number}</Ltr>
        </div>
      </div>
      <CopyButton text={number} label={word('receipt.copyOrder')} />
    </div>
  );
}

interface ChannelProps {
  icon: IconName;
  href: string;
  name: string;
  children: ReactNode;
}

/** Beside the page, so that the payment goes on under the sheet. */
function Channel({ icon, href, name, children }: ChannelProps) {
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
