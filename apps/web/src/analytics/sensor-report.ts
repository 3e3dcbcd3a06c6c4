import type { SensorReport } from '@jawhara/contract';
import {
  funnelDevice,
  funnelProvider,
  marketDay,
  marketOf,
  usdDecimal,
  withoutSecrets,
  type FunnelMoment,
} from '@jawhara/domain';
import { packageName } from '../browser/package-name.ts';
import { pageViewId, randomUuid } from '../browser/ids.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { storedRecipient } from '../browser/storage/recipients.ts';
import { linkFields, PROJECT, trackedDeviceId } from './page-event.ts';

type EventFields = Readonly<Record<string, string | number>>;

const LINK_TEXT_MAX = 200;

/** Fields of every event. */
function ofVisit(): EventFields {
  const login = storedLogin.read();
  return {
    login_state: login === null ? 'signed_out' : 'signed_in',
    display_uid: login?.account.displayId ?? '',
    device: funnelDevice(navigator.userAgent),
    ...linkFields(LINK_TEXT_MAX),
  };
}

function ofMoment(moment: FunnelMoment): EventFields {
  const { at, amount = null, gems, goodId, payType = null, toDisplayId, orderId, result } = moment;
  return {
    at,
    to_display_uid: toDisplayId ?? storedRecipient.read()?.displayId ?? '',
    amount: amount === null ? '' : usdDecimal(amount),
    coin: gems ?? '',
    good_id: goodId ?? '',
    pay_type: payType ?? '',
    provider: funnelProvider(payType),
    order_id: orderId ?? '',
    result: result ?? '',
  };
}

/** Removes secrets from the text fields: some contain text of a link, which is untrusted. */
function clean(fields: EventFields): EventFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(value) : value,
    ]),
  );
}

/** All fields of a funnel event, without its name. */
export function funnelFields(moment: FunnelMoment): EventFields {
  return clean({ ...ofVisit(), ...ofMoment(moment) });
}

/** `atMs` may be before the start of the page view: events from before this code was loaded belong to it too. */
export function sensorReport(event: string, fields: EventFields, atMs: number): SensorReport {
  return {
    eventUuid: randomUuid(),
    serverUrl: location.origin,
    ts: atMs,
    day: marketDay(marketOf(packageName(location.href, __SITE_PACKAGE__)), new Date(atMs)),
    deviceId: trackedDeviceId(),
    pageViewId: pageViewId(Date.now()),
    event,
    ext: JSON.stringify(fields),
    project: PROJECT,
  };
}
