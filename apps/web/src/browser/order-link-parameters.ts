import type { OrderTold } from '@jawhara/contract';
import { pageViewId } from './page-view-id.ts';
import { visitFacts } from './visit-facts.ts';
import { visitMock } from './visit-mock.ts';

/** What an order carries besides what it needs: the visit it belongs to, and what the opening link wanted passed on. */
export function orderLinkParameters(): OrderTold {
  const mock = visitMock(location);
  const { uuid } = visitFacts(location);
  return {
    ext: { page_view_id: pageViewId(Date.now()) },
    ...(mock === null ? {} : { mock }),
    ...(uuid === null ? {} : { uuid }),
  };
}
