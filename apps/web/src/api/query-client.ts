import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-answer.ts';

const TRIES_AGAIN_MAX = 2;

/** A refusal is an answer: asking again would only get it again. */
function shouldTryAgain(failures: number, error: Error): boolean {
  if (error instanceof CallError && error.answer.kind === 'refused') return false;
  return failures < TRIES_AGAIN_MAX;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: shouldTryAgain, staleTime: 60_000, networkMode: 'offlineFirst' } },
});
