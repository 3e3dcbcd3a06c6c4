import * as v from 'valibot';
import { GROUP_OF_STATE, PAYER_ORDER_STATES } from '@jawhara/domain';
import { useId, type ReactNode } from 'react';
import { Ltr, Name } from '../../ui/values.tsx';
import { formatDate, formatDateTime } from '../../ui/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { OrderChip } from '../../ui/order-chip.tsx';

/** The parts of the data file that this page can show. The file itself is downloaded unchanged. */
const when = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  // Not valibot's pattern for times, because any part of it that a screen uses is in every first load.
  v.check((date) => !Number.isNaN(date.getTime())),
);
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);
const text = maybe(v.string());

const order = v.object({
  number: v.string(),
  made_at: when,
  for: text,
  purpose: v.string(),
  price: v.string(),
  gems: v.number(),
  state: v.picklist(PAYER_ORDER_STATES),
  agreed_to: text,
  asked_for_refund_at: maybe(when),
});

const recharged = v.object({ id: v.string(), name: v.string(), times: v.number(), last: when });

const card = v.object({
  scheme: v.string(),
  last4: v.string(),
  expiry: v.string(),
  last_used_at: maybe(when),
});

const report = v.object({
  number: v.string(),
  sent_at: when,
  order: text,
  contact: text,
  text: v.string(),
  answer: text,
});

const file = v.object({
  account: v.nullable(v.object({ id: v.string(), name: v.string() })),
  orders: v.array(order),
  recharged: v.array(recharged),
  saved_cards: v.array(card),
  reports: v.array(report),
});

type MyFile = v.InferOutput<typeof file>;

/** Null if the file is not in the format of this release: it is not listed, but can still be downloaded. */
export function readMyFile(json: string): MyFile | null {
  try {
    const reading = v.safeParse(file, JSON.parse(json));
    return reading.success ? reading.output : null;
  } catch {
    return null;
  }
}

const day = (date: Date): string => isolatedLtr(formatDate(date));

/** A stored item: its title, and everything that is known about it. */
function StoredRow({
  title,
  end,
  lines,
}: {
  title: ReactNode;
  end?: ReactNode;
  lines: readonly (ReactNode | null)[];
}) {
  return (
    <li className="kept-row">
      <div className="row apart">
        <span className="strong">{title}</span>
        {end}
      </div>
      {lines.map(
        (line, at) =>
          line !== null && (
            <p key={at} className="small muted">
              {line}
            </p>
          ),
      )}
    </li>
  );
}

function Section({ title, rows }: { title: string; rows: readonly ReactNode[] }) {
  const titleId = useId();
  return (
    <section className="card" aria-labelledby={titleId}>
      <h3 className="h2" id={titleId}>
        {title}
      </h3>
      {rows.length === 0 ? (
        <p className="small muted">{word('data.nothing')}</p>
      ) : (
        <ul aria-labelledby={titleId}>{rows}</ul>
      )}
    </section>
  );
}

function orderRow(order: MyFile['orders'][number]) {
  const { for: recipient, asked_for_refund_at: refundRequestedAt, agreed_to: versions } = order;
  return (
    <StoredRow
      key={order.number}
      title={order.purpose === 'fine' ? word('home.navFine') : word('count.gems', { n: order.gems })}
      end={<OrderChip group={GROUP_OF_STATE[order.state]} />}
      lines={[
        <Ltr key="what">{`${order.price} · ${order.number}`}</Ltr>,
        recipient !== null && word('data.for', { id: isolatedLtr(recipient) }),
        <Ltr key="when">{formatDateTime(order.made_at)}</Ltr>,
        refundRequestedAt && word('data.refundAsked', { date: day(refundRequestedAt) }),
        versions && word('data.agreed', { versions: isolatedLtr(versions) }),
      ].map((line) => (line === false || line === '' ? null : line))}
    />
  );
}

function rechargedRow({ id, name, times, last }: MyFile['recharged'][number]) {
  const when = day(last);
  return (
    <StoredRow
      key={id}
      title={<Name>{name}</Name>}
      lines={[
        <Ltr key="id">{word('common.displayId', { id })}</Ltr>,
        word('data.times', { n: times }),
        word('data.lastTime', { date: when }),
      ]}
    />
  );
}

function cardRow({ scheme, last4, expiry, last_used_at: usedAt }: MyFile['saved_cards'][number]) {
  return (
    <StoredRow
      key={`${scheme} ${last4} ${expiry}`}
      title={<Ltr>{`${scheme} •••• ${last4}`}</Ltr>}
      lines={[
        word('data.expires', { date: isolatedLtr(expiry) }),
        usedAt && word('data.lastTime', { date: day(usedAt) }),
      ]}
    />
  );
}

function reportRow(report: MyFile['reports'][number]) {
  const { number, sent_at: sentAt, order, contact, text, answer } = report;
  return (
    <StoredRow
      key={number}
      title={<Ltr>{number}</Ltr>}
      end={
        <span className="small muted">
          <Ltr>{formatDate(sentAt)}</Ltr>
        </span>
      }
      lines={[
        order ? word('data.aboutOrder', { order: isolatedLtr(order) }) : null,
        contact && word('data.contact', { contact: isolatedLtr(contact) }),
        <bdi key="text">{text}</bdi>,
        answer && (
          <>
            {word('data.answer')} <bdi>{answer}</bdi>
          </>
        ),
      ]}
    />
  );
}

/** The content of the file in readable words. */
export function MyDataList({ file }: { file: MyFile }) {
  const { account, orders, recharged, saved_cards: cards, reports } = file;
  return (
    <div className="col gap-16" data-testid="my-data">
      {account !== null && (
        <Section
          title={word('data.account')}
          rows={[
            <StoredRow
              key="account"
              title={<Name>{account.name}</Name>}
              lines={[<Ltr key="id">{word('common.displayId', { id: account.id })}</Ltr>]}
            />,
          ]}
        />
      )}
      <Section title={word('data.orders')} rows={orders.map(orderRow)} />
      <Section title={word('data.recharged')} rows={recharged.map(rechargedRow)} />
      <Section title={word('data.cards')} rows={cards.map(cardRow)} />
      <Section title={word('data.reports')} rows={reports.map(reportRow)} />
    </div>
  );
}
