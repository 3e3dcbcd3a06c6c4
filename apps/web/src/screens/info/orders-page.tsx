import { EmptyState } from '../../ui/empty-state.tsx';
import { word } from '../../words/word.ts';

export function OrdersPage() {
  return <EmptyState icon="history" title={word('orders.title')} body={word('orders.soon')} />;
}
