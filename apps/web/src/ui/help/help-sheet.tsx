import { messages as info } from '../../words/ar/info.po';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { isolatedLtr } from '../../words/isolate.ts';
import { addWords, word } from '../../words/word.ts';
import { CopyButton } from '../copy-button.tsx';
import { LanguageLine } from '../language-switch.tsx';
import { Ltr } from '../values.tsx';
import { Sheet } from '../sheet.tsx';
import { reportAddress } from './report-address.ts';
import { ReplyTime, SupportLink, SupportLinks, useSupport } from './support-links.tsx';

addWords(info);

interface HelpSheetProps {
  orderId: OrderId | null;
  onClose: () => void;
}

/** The support contacts. Those that are not configured are left out. */
export function HelpSheet({ orderId, onClose }: HelpSheetProps) {
  const channels = useSupport();
  const number = orderId === null ? null : orderNumber(orderId);
  const order = number === null ? null : isolatedLtr(number);
  return (
    <Sheet isOpen onClose={onClose} title={word('help.title')}>
      <p className="muted">{word('help.keeps')}</p>
      {number !== null && <OrderNumber number={number} />}
      <nav className="list outlined mt-22" aria-label={word('help.title')}>
        <SupportLink icon="message-circle" href={reportAddress(orderId)} name={word('result.report')}>
          {order === null ? word('help.reportBodyNoOrder') : word('help.reportBody')}
        </SupportLink>
        <SupportLinks channels={channels} order={order} />
      </nav>
      <ReplyTime hours={channels.replyHours} />
      {/* Pages with payments have no menu on a phone. */}
      <p className="language-line only-mobile w-full justify-center">
        <LanguageLine />
      </p>
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
