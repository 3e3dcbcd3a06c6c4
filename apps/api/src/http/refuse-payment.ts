import { wireRepeatQuestion, type RefusalKind, type RepeatQuestion } from '@jawhara/contract';
import { refuse, type Answer } from './answer.ts';

/** The refusal of a payment on the wire, with the time to wait or the question that it comes with. */
export function refusePayment({
  refusal,
  retryAfterS,
  question,
}: {
  readonly refusal: RefusalKind;
  readonly retryAfterS?: number;
  readonly question?: RepeatQuestion;
}): Answer<never> {
  return refuse(refusal, {
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
    ...(question === undefined ? {} : { data: wireRepeatQuestion.write(question) }),
  });
}
