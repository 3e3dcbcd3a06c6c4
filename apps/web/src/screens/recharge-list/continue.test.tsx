import { listGemPacks } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, network, SILENCE } from '../../api/test/network.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { currentToast, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { answersOf, newServer, NOURA } from '../pay-step/test/steps-server.ts';
import { RechargeListScreen } from './recharge-list-screen.tsx';

const goOn = () => userEvent.click(screen.getByTestId('continue'));

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/recharge-list');
});
afterEach(() => history.replaceState(null, '', '/'));

describe('continue on the recharge list', () => {
  it('pressing continue without a recipient shows what is missing, even before the packs have loaded', async () => {
    network.use(answer(listGemPacks, SILENCE));
    render(<RechargeListScreen />);
    await goOn();
    await waitFor(() => expect(currentToast()?.text).toMatch(/معرّف|الحساب/));
    expect(location.pathname).toBe('/recharge-list');
  });

  it('pressing continue with a new recipient asks for confirmation, and then leads to the pay step', async () => {
    network.use(...answersOf(newServer()));
    rememberRecipient(NOURA);
    render(<RechargeListScreen />);
    await userEvent.click(await screen.findByTestId('pack-999'));
    await goOn();
    const yes = await screen.findByRole('button', { name: 'نعم، هذا هو' });
    expect(location.pathname).toBe('/recharge-list');
    await userEvent.click(yes);
    await waitFor(() => expect(`${location.pathname}${location.search}`).toBe('/pay-step?step=home'));
  });
});
