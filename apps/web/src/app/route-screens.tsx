import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import type { RouteName } from './routes.ts';
import type { PageScope } from '../page-scope.ts';
import { word } from '../words/word.ts';

type ScreenName = Exclude<RouteName, 'home'>;

export interface RouteScreen {
  /** Called once the screen and its catalogue are loaded. */
  readonly title: () => string;
  readonly Screen: LazyExoticComponent<ComponentType>;
  /** Loads the screen in advance, so that it can be drawn without a gap. */
  readonly fetch: (page: PageScope) => Promise<unknown>;
  /** The screen's component once it is loaded, otherwise null. */
  readonly fetched: () => ComponentType | null;
}

/** `load` gets the page scope when the page was opened on this screen, null when the visitor navigated here. */
function screen(title: () => string, load: (page: PageScope | null) => Promise<ComponentType>): RouteScreen {
  let there: ComponentType | null = null;
  const fetch = async (page: PageScope | null): Promise<ComponentType> => (there = await load(page));
  return { title, Screen: lazy(async () => ({ default: await fetch(null) })), fetch, fetched: () => there };
}

const pay = screen(
  () => word('home.navRecharge'),
  async (page) => {
    const { PayScreen, takeEarlyPacks } = await import('../screens/pay/pay-screen.tsx');
    if (page !== null) takeEarlyPacks(page);
    return PayScreen;
  },
);

/** Each screen is a lazy chunk of its own. */
export const ROUTE_SCREENS: Record<ScreenName, RouteScreen> = {
  index: screen(
    () => word('brand.name'),
    async () => (await import('../screens/home/home-screen.tsx')).HomeScreen,
  ),
  pay,
  recharge: pay,
  'recharge-list': screen(
    () => word('packs.listTitle'),
    async () => (await import('../screens/recharge-list/recharge-list-screen.tsx')).RechargeListScreen,
  ),
  'pay-step': screen(
    () => word('home.navRecharge'),
    async () => (await import('../screens/pay-step/pay-step-screen.tsx')).PayStepScreen,
  ),
  login: screen(
    () => word('login.title'),
    async () => (await import('../screens/login/login-screen.tsx')).LoginScreen,
  ),
  fines: screen(
    () => word('home.navFine'),
    async () => (await import('../screens/fines/fines-screen.tsx')).FinesScreen,
  ),
  feedback: screen(
    () => word('feedback.title'),
    async () => (await import('../screens/feedback/feedback-screen.tsx')).FeedbackScreen,
  ),
  'feedback-success': screen(
    () => word('feedback.title'),
    async () =>
      (await import('../screens/feedback-success/feedback-success-screen.tsx')).FeedbackSuccessScreen,
  ),
  share: screen(
    () => word('brand.name'),
    async () => (await import('../screens/share/share-screen.tsx')).ShareScreen,
  ),
  receipt: screen(
    // The screen's own title is in a catalogue that comes with it.
    () => word('brand.name'),
    async () => (await import('../screens/receipt/receipt-screen.tsx')).ReceiptScreen,
  ),
  order: screen(
    () => word('brand.name'),
    async () => (await import('../screens/order/order-screen.tsx')).OrderScreen,
  ),
  test: screen(
    () => word('test.title'),
    async () => (await import('../screens/test/test-screen.tsx')).TestScreen,
  ),
};
