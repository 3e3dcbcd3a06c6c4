import { messages as account } from '../../words/ar/account.po';
import { useEffect, useState } from 'react';
import { orderNumber, readReportNumber, type OrderId } from '@jawhara/domain';
import { FeedbackStyle } from '../../feedback/feedback-style.tsx';
import { NothingSent, ReportPage } from '../../feedback/sent/report-page.tsx';
import type { StoredOrder } from '../../browser/storage/orders.ts';
import { IconButton } from '../../ui/button.tsx';
import { useNavigate, useUrlQuery } from '../../ui/navigation.tsx';
import { addWords, word } from '../../words/word.ts';

addWords(account);

/** The orders stored on this device. Their schema is larger than this page's code, so it is loaded later. */
function useStoredOrders(): readonly StoredOrder[] {
  const [orders, setOrders] = useState<readonly StoredOrder[]>([]);
  useEffect(() => {
    void import('../../browser/storage/orders.ts').then(({ storedOrders }) =>
      setOrders(storedOrders.read() ?? []),
    );
  }, []);
  return orders;
}

export function FeedbackSuccessScreen() {
  const navigate = useNavigate();
  const orders = useStoredOrders();
  const reportNumber = readReportNumber(useUrlQuery().get('report') ?? '');
  const orderOf = (number: string): OrderId | null =>
    orders.find(({ orderId }) => orderNumber(orderId) === number)?.orderId ?? null;
  return (
    <>
      <FeedbackStyle />
      <main className="page">
        <div className="narrow col gap-30">
          <div className="only-mobile flex justify-end">
            <IconButton icon="x" label={word('feedbackOk.close')} onPress={() => navigate('/')} />
          </div>
          {reportNumber === null ? (
            <NothingSent />
          ) : (
            <ReportPage reportNumber={reportNumber} orderOf={orderOf} />
          )}
        </div>
      </main>
    </>
  );
}
