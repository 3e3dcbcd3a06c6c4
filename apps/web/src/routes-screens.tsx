import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import type { RouteName } from './routes.ts';
import { word } from './words/word.ts';

type ScreenName = Exclude<RouteName, 'home'>;

export interface RouteScreen {
  readonly title: () => string;
  readonly Screen: LazyExoticComponent<ComponentType>;
  /** Where the chunk starts: the prerender preloads it. */
  readonly source: string;
}

function screen(source: string, title: () => string, load: () => Promise<ComponentType>): RouteScreen {
  return { source, title, Screen: lazy(async () => ({ default: await load() })) };
}

const pay = screen(
  'src/screens/pay/pay-screen.tsx',
  () => word('home.navRecharge'),
  async () => (await import('./screens/pay/pay-screen.tsx')).PayScreen,
);

/** One lazy chunk per screen. */
export const ROUTE_SCREENS: Record<ScreenName, RouteScreen> = {
  index: screen(
    'src/screens/home/home-screen.tsx',
    () => word('home.navRecharge'),
    async () => (await import('./screens/home/home-screen.tsx')).HomeScreen,
  ),
  pay,
  recharge: pay,
  'recharge-list': screen(
    'src/screens/recharge-list/recharge-list-screen.tsx',
    () => word('packs.listTitle'),
    async () => (await import('./screens/recharge-list/recharge-list-screen.tsx')).RechargeListScreen,
  ),
  'pay-step': screen(
    'src/screens/pay-step/pay-step-screen.tsx',
    () => word('home.navRecharge'),
    async () => (await import('./screens/pay-step/pay-step-screen.tsx')).PayStepScreen,
  ),
  login: screen(
    'src/screens/login/login-screen.tsx',
    () => word('login.title'),
    async () => (await import('./screens/login/login-screen.tsx')).LoginScreen,
  ),
  fines: screen(
    'src/screens/fines/fines-screen.tsx',
    () => word('home.navFine'),
    async () => (await import('./screens/fines/fines-screen.tsx')).FinesScreen,
  ),
  feedback: screen(
    'src/screens/feedback/feedback-screen.tsx',
    () => word('feedback.title'),
    async () => (await import('./screens/feedback/feedback-screen.tsx')).FeedbackScreen,
  ),
  'feedback-success': screen(
    'src/screens/feedback-success/feedback-success-screen.tsx',
    () => word('feedback.title'),
    async () => (await import('./screens/feedback-success/feedback-success-screen.tsx')).FeedbackSuccessScreen,
  ),
  share: screen(
    'src/screens/share/share-screen.tsx',
    () => word('brand.name'),
    async () => (await import('./screens/share/share-screen.tsx')).ShareScreen,
  ),
  test: screen(
    'src/screens/test/test-screen.tsx',
    () => word('test.title'),
    async () => (await import('./screens/test/test-screen.tsx')).TestScreen,
  ),
};
