import { stopMail, subscribeToMail, type OrderInfo } from '@jawhara/contract';
import { likelyAddress, parseMailAddress, type MailAddress, type MailConsent } from '@jawhara/domain';
import { type FormEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { storedMailAddress } from '../../browser/storage/orders.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import { usePageScope } from '../../page-scope.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { Ltr } from '../../ui/values.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { pageLocale, word } from '../../words/word.ts';
import { withPart } from '../parts/order-head.tsx';

const EXAMPLE = 'name@example.com';
const ADDRESS_CHARS_MAX = 254;

const CONSENTS = { ar: 'mail-ar-1', en: 'mail-en-1' } as const satisfies Record<string, MailConsent>;

type State =
  | { readonly at: 'form'; readonly error: string | null }
  | { readonly at: 'sending' }
  /** Pressed without a network: sent when it is back, while this page is open. */
  | { readonly at: 'waiting'; readonly address: MailAddress }
  | { readonly at: 'sent'; readonly address: string }
  | { readonly at: 'stopped' };

async function send(order: OrderInfo, address: MailAddress): Promise<State> {
  const request = { orderId: order.orderId, address, consent: CONSENTS[pageLocale()] };
  const answer = await call(subscribeToMail, request);
  return answer.kind === 'ok' ? { at: 'sent', address } : { at: 'form', error: word('receipt.email.failed') };
}

async function stop(order: OrderInfo, address: string): Promise<State> {
  const answer = await call(stopMail, { orderId: order.orderId });
  return answer.kind === 'ok' ? { at: 'stopped' } : { at: 'sent', address };
}

/**
 * Inside the app no mail is offered, because the app itself tells its users the news. The app was detected long before,
 * so nothing moves.
 */
function useIsInApp(): boolean {
  const page = usePageScope();
  const [isInApp, setIsInApp] = useState(false);
  useLayoutEffect(() => {
    let isLeft = false;
    void hostApp(page).then(({ facts }) => {
      if (!isLeft && facts !== null) setIsInApp(true);
    });
    return () => void (isLeft = true);
  }, [page]);
  return isInApp;
}

/**
 * [ORD-21] Under the receipt: the payer's mail address for news of this order. Nothing of it is stored or sent before the press.
 */
export function MailNews({ order }: { order: OrderInfo }) {
  const [state, setState] = useState<State>(() =>
    order.mail?.address ? { at: 'sent', address: order.mail.address } : { at: 'form', error: null },
  );
  const isInApp = useIsInApp();
  const isOnline = useOnline();
  const give = (address: MailAddress): void => {
    if (!isOnline) return setState({ at: 'waiting', address });
    setState({ at: 'sending' });
    void send(order, address).then(setState);
  };
  const giveWaiting = useEffectEvent(() => {
    if (state.at === 'waiting') give(state.address);
  });
  useEffect(() => {
    if (isOnline) giveWaiting();
  }, [isOnline]);
  if (order.mail === null || isInApp) return null;
  if (state.at === 'stopped')
    return (
      <section className="card row" role="status" data-testid="mail-stopped">
        <Icon name="mail" />
        <p className="fill strong">{word('receipt.email.stopped')}</p>
      </section>
    );
  if (state.at === 'sent')
    return <Sent address={state.address} onStop={() => void stop(order, state.address).then(setState)} />;
  return (
    <AddressForm
      error={state.at === 'form' ? state.error : null}
      isSending={state.at === 'sending'}
      isWaiting={state.at === 'waiting'}
      onSend={give}
    />
  );
}

function Sent({ address, onStop }: { address: string; onStop: () => void }) {
  return (
    <section className="card col gap-8" role="status" data-testid="mail-sent">
      <div className="row">
        <Icon name="circle-check" />
        <p className="fill strong mail-address">
          {withPart(<Ltr>{address}</Ltr>, (email) => word('receipt.email.sent', { email }))}
        </p>
      </div>
      <p className="muted">{word('receipt.email.sentTip')}</p>
      <button type="button" className="text-link" onClick={onStop} data-testid="mail-stop">
        {word('receipt.email.stop')}
      </button>
    </section>
  );
}

interface AddressFormProps {
  error: string | null;
  isSending: boolean;
  onSend: (address: MailAddress) => void;
}

function AddressForm({ error, isSending, isWaiting, onSend }: AddressFormProps & { isWaiting: boolean }) {
  const titleId = useId();
  const [remembered, setRemembered] = useState(() => storedMailAddress.read());
  return (
    <section className="card col gap-10" aria-labelledby={titleId} data-testid="mail-news">
      <div className="row">
        <Icon name="mail" />
        <h2 className="fill strong" id={titleId}>
          {word('receipt.email.ask')}
        </h2>
      </div>
      {remembered === null ? (
        <NewAddress error={error} isSending={isSending} onSend={onSend} />
      ) : (
        <Remembered
          address={remembered}
          error={error}
          isSending={isSending}
          onSend={() => onSend(remembered)}
          onOther={() => setRemembered(null)}
          onForget={() => {
            storedMailAddress.forget();
            setRemembered(null);
          }}
        />
      )}
      {isWaiting && (
        <p className="small muted" role="status">
          {word('receipt.email.waitOnline')}
        </p>
      )}
      <p className="micro hint">{word('receipt.email.only')}</p>
    </section>
  );
}

function NewAddress({ error, isSending, onSend }: AddressFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isBad, setIsBad] = useState(false);
  const [isRemembering, setIsRemembering] = useState(false);
  const address = parseMailAddress(typed);
  const meant = address === null ? null : likelyAddress(address);

  function press(event: FormEvent): void {
    event.preventDefault();
    if (isSending) return;
    if (address === null) {
      setIsBad(true);
      input.current?.focus();
      return;
    }
    if (isRemembering) storedMailAddress.write(address);
    onSend(address);
  }

  function change(text: string): void {
    setTyped(text);
    setIsBad(false);
  }

  return (
    <form className="col gap-10" noValidate onSubmit={press}>
      <Field
        label={word('receipt.email.label')}
        isLabelHidden
        value={typed}
        onChange={change}
        placeholder={EXAMPLE}
        inputMode="email"
        autoComplete="email"
        maxLength={ADDRESS_CHARS_MAX}
        inputRef={input}
        error={isBad ? word('receipt.email.bad', { example: isolatedLtr(EXAMPLE) }) : error}
        testId="mail-address"
      />
      {meant !== null && (
        <button type="button" className="text-link" onClick={() => setTyped(meant)} data-testid="mail-meant">
          {withPart(<Ltr>{meant}</Ltr>, (email) => word('receipt.email.typo', { email }))}
        </button>
      )}
      {typed !== '' && (
        <label className="row mail-remember">
          <input
            type="checkbox"
            checked={isRemembering}
            onChange={(event) => setIsRemembering(event.target.checked)}
          />
          <span className="fill">{word('receipt.email.remember')}</span>
        </label>
      )}
      <Button type="submit" variant={typed === '' ? 'soft' : 'primary'} busy={isSending} testId="mail-send">
        {isSending ? word('receipt.email.sending') : word('receipt.email.send')}
      </Button>
    </form>
  );
}

interface RememberedProps {
  address: MailAddress;
  error: string | null;
  isSending: boolean;
  onSend: () => void;
  onOther: () => void;
  onForget: () => void;
}

function Remembered({ address, error, isSending, onSend, onOther, onForget }: RememberedProps) {
  return (
    <>
      <Button variant="soft" icon="mail" busy={isSending} onPress={onSend} testId="mail-send">
        <span className="mail-address">
          {withPart(<Ltr>{address}</Ltr>, (email) => word('receipt.email.sendTo', { email }))}
        </span>
      </Button>
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div className="row wraps">
        <button type="button" className="text-link" onClick={onOther}>
          {word('receipt.email.other')}
        </button>
        <button type="button" className="text-link" onClick={onForget}>
          {word('receipt.email.forget')}
        </button>
      </div>
    </>
  );
}
