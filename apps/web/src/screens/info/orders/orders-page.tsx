import type { AccountFace } from '@jawhara/contract';
import { isOrderSearch, ORDER_GROUPS, type OrderGroup } from '@jawhara/domain';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { storedLogin } from '../../../browser/storage/login.ts';
import { useStored } from '../../../browser/storage/use-stored.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Field } from '../../../ui/field.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { Note } from '../../../ui/note.tsx';
import { groupWord } from '../../../ui/order-chip.tsx';
import { Skeleton } from '../../../ui/spinner.tsx';
import { Name } from '../../../ui/values.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { JoinStrip } from './join-orders.tsx';
import { dayOf, OrderFace, OrderFacts, type ListedOrder, type OrderDay } from './order-row.tsx';
import { NO_FILTER, useOwnOrders, type OrderFilter, type OrdersView } from './use-own-orders.ts';

function Rows({ orders, search, now }: { orders: readonly ListedOrder[]; search: string; now: Date }) {
  return (
    <div className="list">
      {orders.map((one) => (
        <Link key={one.orderId} className="option order-row" href={`/pay-step?order_id=${one.orderId}`}>
          <OrderFace order={one.order} />
          <OrderFacts of={one} search={search} now={now} />
        </Link>
      ))}
    </div>
  );
}

const DAYS = {
  today: () => word('orders.today'),
  yesterday: () => word('orders.yesterday'),
  before: () => word('orders.before'),
} as const satisfies Record<OrderDay, () => string>;

function Day({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="orders-day" aria-labelledby={id}>
      <h3 className="small muted" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The orders under "today", "yesterday" and "earlier". An order whose facts were never read is listed as an earlier one. */
function Days({ orders, now }: { orders: readonly ListedOrder[]; now: Date }) {
  return (Object.keys(DAYS) as OrderDay[]).map((day) => {
    const ofDay = orders.filter(
      ({ order }) => (order === null ? 'before' : dayOf(order.createdAt, now)) === day,
    );
    if (ofDay.length === 0) return null;
    return (
      <Day key={day} title={DAYS[day]()}>
        <Rows orders={ofDay} search="" now={now} />
      </Day>
    );
  });
}

function Older({ view }: { view: OrdersView }) {
  if (!view.hasOlder) return null;
  return (
    <Button variant="ghost" busy={view.isFetchingOlder} onPress={view.showOlder} testId="orders-older">
      {word('orders.more')}
    </Button>
  );
}

function AsOf({ at }: { at: Date | null }) {
  if (at === null) return null;
  return (
    <p className="micro hint text-center" data-testid="orders-as-of">
      {word('orders.asOf', { date: isolatedLtr(formatDateTime(at)) })}
    </p>
  );
}

function Waiting() {
  return (
    <div className="col gap-16" role="status" aria-label={word('common.loading')}>
      <Skeleton width="100%" height="3.2rem" />
      <Skeleton width="100%" height="3.2rem" />
    </div>
  );
}

const toPacks = () => <ButtonLink href="/pay">{word('home.navRecharge')}</ButtonLink>;

/** Links to the order search, with the typed number after `#`, a part of the address that browsers send to no server. */
function NoMatch({ typed }: { typed: string }) {
  return (
    <EmptyState
      icon="search"
      title={word('orders.noMatch', { order: isolatedLtr(typed) })}
      action={
        <ButtonLink href={`/order#${encodeURIComponent(typed)}`} variant="soft" compact>
          {word('orders.findElsewhere')}
        </ButtonLink>
      }
    />
  );
}

function AccountList({ account, filter, now }: { account: AccountFace; filter: OrderFilter; now: Date }) {
  const view = useOwnOrders(account.accountId, filter);
  const { orders, isFromDevice, earlier } = view;
  const isSearch = isOrderSearch(filter.search);
  if (orders === null) return <Waiting />;
  return (
    <>
      {isFromDevice && (
        <Note kind="warn" isLive>
          {word('orders.loadFailed')}{' '}
          <button type="button" className="text-link" onClick={view.refetch}>
            {word('common.retry')}
          </button>
        </Note>
      )}
      {!isSearch && earlier.length > 0 && (
        <JoinStrip account={account} earlier={earlier} now={now} onAnswered={view.refetch} />
      )}
      {isSearch && orders.length > 0 && <Rows orders={orders} search={filter.search} now={now} />}
      {!isSearch && <Days orders={orders} now={now} />}
      {orders.length === 0 && isSearch && <NoMatch typed={filter.search.trim()} />}
      {orders.length === 0 && !isSearch && filter.group !== null && (
        <EmptyState icon="history" title={word('orders.emptyFilter')} />
      )}
      {orders.length === 0 && !isSearch && filter.group === null && !isFromDevice && (
        <EmptyState icon="gem" title={word('orders.emptyAccount')} action={toPacks()} />
      )}
      <Older view={view} />
      <AsOf at={orders.length === 0 ? null : view.asOf} />
    </>
  );
}

const ALL_GROUPS = [null, ...ORDER_GROUPS] as const;

function GroupFilter({
  group,
  onChoose,
}: {
  group: OrderGroup | null;
  onChoose: (group: OrderGroup | null) => void;
}) {
  return (
    <div className="orders-filter" role="radiogroup" aria-label={word('orders.filter')}>
      {ALL_GROUPS.map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          role="radio"
          aria-checked={group === one}
          className={classes('chip-button', group === one && 'on')}
          onClick={() => onChoose(one)}
        >
          {one === null ? word('orders.filterAll') : groupWord(one)}
        </button>
      ))}
    </div>
  );
}

const SEARCH_AFTER_MS = 300;

/** The typed text after a pause in typing, so that not every key sends a request. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}

function AccountOrders({ account, now }: { account: AccountFace; now: Date }) {
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<OrderGroup | null>(null);
  const settled = useSettled(typed);
  const isSearch = isOrderSearch(settled);
  // A search goes through all states.
  const filter = { group: isSearch ? null : group, search: isSearch ? settled : '' };
  const clear = (
    <IconButton icon="x" size="s" label={word('orders.searchClear')} onPress={() => setTyped('')} />
  );
  return (
    <>
      {!isSearch && (
        <div className="row">
          <Avatar small nickname={account.nickname} iconUrl={account.iconUrl} />
          <div className="fill">
            <p className="strong">
              <Name>{account.nickname}</Name>
            </p>
            <p className="micro muted">{word('orders.ofAccount')}</p>
          </div>
        </div>
      )}
      <Field
        label={word('orders.search')}
        isLabelHidden
        placeholder={word('orders.search')}
        value={typed}
        onChange={setTyped}
        maxLength={40}
        start={<Icon name="search" size="s" />}
        end={typed === '' ? undefined : clear}
        testId="orders-search"
      />
      {!isSearch && <GroupFilter group={group} onChoose={setGroup} />}
      <AccountList
        key={`${filter.group ?? ''} ${filter.search}`}
        account={account}
        filter={filter}
        now={now}
      />
    </>
  );
}

/** The device's own orders, labelled as such, with an offer to log in. */
function VisitorOrders({ now }: { now: Date }) {
  const view = useOwnOrders(null, NO_FILTER);
  const { orders } = view;
  return (
    <>
      <div className="card row wraps">
        <Icon name="log-in" size="s" />
        <span className="fill small">{word('orders.loginLead')}</span>
        <ButtonLink href="/login" variant="soft" compact>
          {word('login.submit')}
        </ButtonLink>
      </div>
      {orders === null && <Waiting />}
      {orders !== null && orders.length === 0 && (
        <EmptyState icon="history" title={word('orders.empty')} action={toPacks()} />
      )}
      {orders !== null && orders.length > 0 && (
        <Day title={word('orders.ofDevice')}>
          <Rows orders={orders} search="" now={now} />
        </Day>
      )}
      <Older view={view} />
      <AsOf at={orders === null || orders.length === 0 ? null : view.asOf} />
      <Link className="text-link self-center" href="/order">
        {word('orderFind.title')}
      </Link>
    </>
  );
}

/** [ORD-19] The page "My orders": those of the signed-in account, or without a login those of this device. */
export function OrdersPage() {
  const login = useStored(storedLogin);
  const [now] = useState(() => new Date());
  return login === null ? (
    <VisitorOrders now={now} />
  ) : (
    <AccountOrders key={login.account.accountId} account={login.account} now={now} />
  );
}
