import { findOrder, openOrderLink } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { openLink, searchOrder, type OrderSearchDeps } from './order-search.ts';

export function orderSearchRoutes(route: Route, deps: OrderSearchDeps): void {
  route(findOrder, async ({ request, caller }) => {
    const search = await searchOrder(deps, request.number, caller.address);
    if (search === 'malformed') return refuse('malformed');
    return search === 'stored' ? answer({}) : refuse('too-many-tries', search);
  });

  route(openOrderLink, async ({ request, caller }) => {
    const orderId = await openLink(deps, request.link, caller.device);
    return orderId === null ? refuse('order-link-invalid') : answer({ orderId });
  });
}
