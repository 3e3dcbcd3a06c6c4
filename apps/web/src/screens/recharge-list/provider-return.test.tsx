import { listGemPacks } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, network, SILENCE } from '../../api/test/network.ts';
import { purchase } from '../../checkout/machine/purchase/purchase.ts';
import { opened, status } from '../../checkout/machine/purchase/test/purchase-samples.ts';
import { storedLastOrderId, storedReturnDevice } from '../../browser/storage/purchase.ts';
import { readUrlParameters } from '../../browser/link.ts';
import { render, screen } from '../../ui/test/library.ts';
import { viewOf } from '../../checkout/machine/purchase/purchase-view.ts';
import { purchaseEntry } from '../../checkout/machine/checkout-deps.ts';
import { providerReturn, RechargeListScreen } from './recharge-list-screen.tsx';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const RETURN = `?zp_show=1&zp_orderid=${ORDER}&zp_h5deviceid=device-7`;
const read = (search: string) => readUrlParameters({ search, hash: '' });

beforeEach(() => {
  localStorage.clear();
  network.use(answer(listGemPacks, SILENCE));
});
afterEach(() => history.replaceState(null, '', '/'));

describe('the recharge list', () => {
  it('[NAV-03] a return from a provider removes its parameters, stores the device id and confirms the order', () => {
    history.replaceState(null, '', `/recharge-list${RETURN}`);
    render(<RechargeListScreen />);
    expect(location.pathname).toBe('/pay-step');
    expect(location.search).not.toContain('zp_');
    expect(storedReturnDevice.read()).toBe('device-7');

    const [state, ...effects] = opened(purchaseEntry(location));
    expect(viewOf(state)).toBe('progress');
    expect(effects).toEqual([{ do: 'confirm', orderId: ORDER, proof: null, afterMs: 0 }]);
  });

  it('[NAV-03] a return flag in the hash is accepted and removed from the address', () => {
    history.replaceState(
      null,
      '',
      `/recharge-list?zp_orderid=${ORDER}&zp_h5deviceid=device-8#zp_show=1&pageinfo=x`,
    );
    render(<RechargeListScreen />);
    expect(`${location.pathname}${location.search}${location.hash}`).toBe(
      `/pay-step?step=returned&order_id=${ORDER}`,
    );
    expect(storedReturnDevice.read()).toBe('device-8');
  });

  it('[NAV-03] an address with incomplete or invalid return parameters shows the recharge list as usual', () => {
    for (const search of [
      '',
      `?zp_show=1&zp_orderid=${ORDER}`,
      `?zp_show=0&zp_orderid=${ORDER}&zp_h5deviceid=d`,
      `?zp_orderid=${ORDER}&zp_h5deviceid=d`,
      '?zp_show=1&zp_h5deviceid=d',
      '?zp_show=1&zp_orderid=../../x&zp_h5deviceid=d',
    ]) {
      history.replaceState(null, '', `/recharge-list${search}`);
      const { unmount } = render(<RechargeListScreen />);
      expect(location.pathname).toBe('/recharge-list');
      expect(screen.getByRole('button', { name: 'متابعة' })).toBeDefined();
      unmount();
    }
  });

  it('[NAV-03] the link parameter test_zp_show simulates a return from the provider, for the last order when no order is named', () => {
    expect(providerReturn(read(`?test_zp_show=1&zp_orderid=${ORDER}`), null)?.orderId).toBe(ORDER);
    expect(providerReturn(read('?test_zp_show=1'), null)).toBeNull();
    storedLastOrderId.write(ORDER);
    history.replaceState(null, '', '/recharge-list?test_zp_show=1');
    render(<RechargeListScreen />);
    expect(`${location.pathname}${location.search}`).toBe(`/pay-step?step=returned&order_id=${ORDER}`);
  });
});

describe('after the return', () => {
  it('the redirect result in a provider’s return address is submitted with the confirmation', () => {
    const returned = providerReturn(read(`${RETURN}&redirectResult=eyJ0cmFucyI6IlkifQ%3D%3D`), null);
    const { search } = new URL(returned?.address ?? '', location.origin);
    const [, ...effects] = opened(purchaseEntry({ search, hash: '' }));
    expect(effects).toMatchObject([{ do: 'confirm', proof: { redirectResult: 'eyJ0cmFucyI6IlkifQ==' } }]);
  });

  it('a returned order whose result is still unknown shows the pending panel, not a failure', () => {
    const search = `?step=returned&order_id=${ORDER}`;
    let [state] = purchase(opened(purchaseEntry({ search, hash: '' }))[0], {
      type: 'confirm-lost',
      orderId: ORDER,
    });
    expect(viewOf(state)).toBe('pending');
    for (let turn = 1; turn < 12; turn += 1) {
      const read = { type: 'status-read', orderId: ORDER, turn, status: status('pending') } as const;
      [state] = purchase(state, read);
    }
    expect(viewOf(state)).toBe('pending');
  });
});
