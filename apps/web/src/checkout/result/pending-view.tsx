import type { OrderInfo } from '@jawhara/contract';
import {
  isOtherProviderDue,
  PAYMENT_RECEIVED_FOR_MS,
  waitingStage,
  type OrderId,
  type WaitingStage,
} from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { word } from '../../words/word.ts';
import { SLOW_POLL_INTERVAL_MS } from '../machine/purchase/purchase-limits.ts';
import { CheckButton, type CheckAnswer } from '../parts/check-button.tsx';
import { checkingTip } from '../parts/progress-view.tsx';
import { ReportLink } from '../parts/report-link.tsx';
import { useLookedMs, useNow } from '../parts/use-now.ts';
import { WaitingFrame, type OrderShown } from '../parts/waiting-frame.tsx';

/** A span of time as people say it: seconds, and from a minute on whole minutes. */
function spanText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 60
    ? word('count.seconds', { n: seconds })
    : word('count.minutesOf', { n: Math.floor(seconds / 60) });
}

/** Five seconds beyond the longest pause between two polls. */
const NO_ANSWER_MS = SLOW_POLL_INTERVAL_MS + 5_000;

/** A poll has gone unanswered for long, although there is a network. Once shown, the message stays until the page is left. */
function useSlowAnswers(polls: number): boolean {
  const isOnline = useOnline();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOnline) return undefined;
    const timer = setTimeout(() => setIsSlow(true), NO_ANSWER_MS);
    return () => clearTimeout(timer);
  }, [polls, isOnline]);
  return isSlow && isOnline;
}

const LOOK_AT_CLOCK_EVERY_MS = 1_000;

export interface PendingViewProps {
  orderId: OrderId;
  /** Null until it has been read. */
  order: OrderInfo | null;
  shown: OrderShown;
  /** How often the page has polled. */
  polls: number;
  check: CheckAnswer;
  /** Null while the server allows no other provider for this order. */
  onOtherProvider: (() => void) | null;
  onCheck: () => void;
  onClose: () => void;
}

/** The payment is undecided. The page keeps polling and says so, with the order and what happens if the page is closed. */
export function PendingView(props: PendingViewProps) {
  const { orderId, order, shown, polls, check, onCheck, onClose } = props;
  const lookedMs = useLookedMs(orderId);
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const ageMs = order === null ? 0 : Math.max(0, now.getTime() - order.createdAt.getTime());
  const stage = waitingStage({ lookedMs, ageMs });
  const onOtherProvider = isOtherProviderDue({ lookedMs, ageMs }) ? props.onOtherProvider : null;
  const isSlow = useSlowAnswers(polls);
  const waitedMs = Math.max(lookedMs, ageMs);
  const isEarly = stage === 'received' || stage === 'checking';
  return (
    <WaitingFrame
      shown={shown}
      title={word(isEarly ? 'result.checking.title' : 'result.pending.title')}
      tip={onOtherProvider === null ? tipOf(stage, lookedMs) : null}
      onBack={onClose}
      outcome="pending"
      times={waitedMs >= PAYMENT_RECEIVED_FOR_MS && <Times isEarly={isEarly} waitedMs={waitedMs} />}
    >
      {/* This note is not shown beside the offer to pay through another provider, which it would contradict. */}
      {isSlow && order !== null && onOtherProvider === null && (
        <Note kind="warn" icon="wifi-off" isLive>
          {word('net.slowAccepted')}
        </Note>
      )}
      {onOtherProvider !== null && <OtherProvider onPress={onOtherProvider} />}
      {(stage !== 'received' || onOtherProvider !== null) && (
        <>
          {onOtherProvider === null && (
            <p className="micro hint text-center">{word('result.checking.kept')}</p>
          )}
          {stage === 'long' && onOtherProvider === null && <ReportLink orderId={orderId} />}
          <CheckButton answer={check} onCheck={onCheck} />
          {onOtherProvider !== null && (
            <Note kind="quiet" icon="shield-check">
              {word('result.pending.leave')}
            </Note>
          )}
        </>
      )}
    </WaitingFrame>
  );
}

function tipOf(stage: WaitingStage, lookedMs: number): string {
  if (stage === 'long') return word('result.pending.long');
  return stage === 'pending' ? word('result.checking.calm') : checkingTip(lookedMs);
}

/**
 * The sentence and its button share a card, so that neither is shown without the other. Waiting is as good, so the
 * button is not filled.
 */
function OtherProvider({ onPress }: { onPress: () => void }) {
  return (
    <div className="card col gap-16" role="status" data-testid="other-provider">
      <p className="small">{word('result.checking.other')}</p>
      <Button variant="outline" onPress={onPress} testId="pay-elsewhere">
        {word('result.elsewhere.pay')}
      </Button>
    </div>
  );
}

/** How long a payment usually takes, where that is measured, and how long this payment has taken so far. */
function Times({ isEarly, waitedMs }: { isEarly: boolean; waitedMs: number }) {
  const config = useSiteConfig();
  const times = config.kind === 'ready' ? config.config.usualTimes : null;
  const usual = (isEarly ? times?.resultSeconds : times?.slowBankSeconds) ?? null;
  return (
    <div className="money-line row wraps justify-center gap-14">
      {usual !== null && (
        <span className="charge quiet" data-testid="usual">
          <Icon name="clock" size="xs" />
          {word('result.usual', { time: spanText(usual * 1_000) })}
        </span>
      )}
      <span className="charge quiet">{word('result.pending.since', { time: spanText(waitedMs) })}</span>
    </div>
  );
}
