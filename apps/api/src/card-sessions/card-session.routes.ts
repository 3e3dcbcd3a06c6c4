import { openCardSession as openCardSessionCall } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { openCardSession, type CardSessionDeps } from './open-card-session.ts';

export function cardSessionRoutes(route: Route, deps: CardSessionDeps): void {
  route(openCardSessionCall, async ({ request, caller }) => {
    const session = await openCardSession(deps, request.rechargeId, caller);
    if (session.kind === 'refused') return refuse(session.refusal);
    return answer({ clientKey: session.clientKey, sessionKey: session.sessionKey });
  });
}
