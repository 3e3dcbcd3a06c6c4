import { readOperatorFacts } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { WrittenFacts } from './operator-facts.ts';

export function legalRoutes(route: Route, facts: WrittenFacts): void {
  route(readOperatorFacts, async ({ request }) => answer(facts[request.language]));
}
