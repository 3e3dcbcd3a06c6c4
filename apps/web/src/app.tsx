import { Suspense, useEffect } from 'react';
import { LoadFailure } from './app-load-failure.tsx';
import { previousRoute, rememberRoute, routeInsteadOf } from './app-previous-route.ts';
import { Wait } from './app-wait.tsx';
import { routeNameOf } from './routes.ts';
import type { RouteName } from './routes.ts';
import { ROUTE_SCREENS } from './routes-screens.tsx';
import { Footer } from './ui/footer.tsx';
import { useNavigate, usePath } from './ui/navigation.tsx';
import { OfflineBanner } from './ui/offline-banner.tsx';
import { showToast } from './ui/toast.ts';
import { Toaster } from './ui/toaster.tsx';
import { TopNav } from './ui/top-nav.tsx';
import { word } from './words/word.ts';

function UnknownPath() {
  const navigate = useNavigate();
  useEffect(() => {
    navigate(routeInsteadOf(previousRoute(), location.search), { replace: true });
    showToast(word('notFound.back'), 'info');
  }, [navigate]);
  return null;
}

function ToIndex() {
  const navigate = useNavigate();
  useEffect(() => navigate(`/${location.search}`, { replace: true }), [navigate]);
  return null;
}

function RouteBody({ name }: { name: Exclude<RouteName, 'home'> }) {
  const { Screen, title } = ROUTE_SCREENS[name];
  useEffect(() => {
    rememberRoute(name);
    scrollTo(0, 0);
  }, [name]);
  return (
    <LoadFailure>
      <Suspense fallback={<Wait />}>
        <Screen />
        <Title of={title} />
      </Suspense>
    </LoadFailure>
  );
}

/** Beside the screen, so that it waits for the screen's words. */
function Title({ of }: { of: () => string }) {
  useEffect(() => {
    document.title = pageTitle(of());
  }, [of]);
  return null;
}

export function pageTitle(title: string): string {
  return title === word('brand.name') ? title : `${title} · ${word('brand.name')}`;
}

export function App() {
  const name = routeNameOf(usePath());
  return (
    <>
      <OfflineBanner />
      <TopNav />
      {name === null ? <UnknownPath /> : name === 'home' ? <ToIndex /> : <RouteBody key={name} name={name} />}
      <div className={name === 'index' ? undefined : 'only-pc'}>
        <Footer />
      </div>
      <Toaster />
    </>
  );
}
