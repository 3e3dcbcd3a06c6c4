import { type ReactNode, Component, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { ErrorState } from '../ui/states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { word } from '../words/word.ts';
import { AppBar } from '../ui/app-bar.tsx';
import { rememberRoute, UnknownPath } from './unknown-path.tsx';
import { useLinkCredentials } from '../browser/link-credentials.ts';
import { AccountChip } from '../account/account-chip.tsx';
import { routeNameOf, type RouteName } from './routes.ts';
import { ROUTE_SCREENS } from './route-screens.tsx';
import { useNavigate, usePath } from '../ui/navigation.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { steadyLazy } from '../ui/lazy.tsx';
import { TopNav } from '../ui/top-nav.tsx';
import { fetchFrameParts, useIsWanted } from '../ui/use-is-wanted.ts';
import { pageTitle } from '../ui/use-page-title.ts';

/**
 * Shown for a screen that could not be loaded or failed while rendering, with a button to reload. The error itself is
 * reported.
 */
class LoadFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  // Set in the constructor: for a class field, older browsers would need a helper in the first load.
  constructor(props: { children: ReactNode }) {
    super(props);
    this.state = { hasFailed: false };
  }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="page">
        <ErrorState title={word('app.loadFailed')} onRetry={() => location.reload()} />
      </main>
    );
  }
}

/** Shown while a screen is loading: a Back button and a spinner, whose code is in every first load. */
function Wait() {
  return (
    <>
      <AppBar title={word('common.loading')} />
      <main className="page">
        <div className="state-block" role="status">
          <Spinner />
        </div>
      </main>
    </>
  );
}

const AppSignInSheet = lazy(async () => ({
  default: (await import('../account/login/app-sign-in/app-sign-in-sheet.tsx')).AppSignInSheet,
}));

/** Loaded late, because the footer is hidden on phones and below the fold on PCs. The start screen has its own. */
const Footer = steadyLazy(async () => (await import('../ui/footer.tsx')).Footer);

/** A toast that comes earlier waits until the toaster is loaded (ui/toast.ts). */
const Toaster = steadyLazy(async () => (await fetchFrameParts()).Toaster);

function ToIndex() {
  const navigate = useNavigate();
  useEffect(() => navigate(`/${location.search}`, { replace: true }), [navigate]);
  return null;
}

function RouteBody({ name }: { name: Exclude<RouteName, 'home'> }) {
  const { Screen, title, fetched } = ROUTE_SCREENS[name];
  // React hydrates a Suspense boundary in a later turn, so content that is loaded already, as in the prerendered page,
  // gets no boundary.
  const [There] = useState(fetched);
  useEffect(() => {
    rememberRoute(name);
    scrollTo(0, 0);
  }, [name]);
  return (
    <LoadFailure>
      {There === null ? (
        <Suspense fallback={<Wait />}>
          <Screen />
          <Title of={title} />
        </Suspense>
      ) : (
        <>
          <There />
          <Title of={title} />
        </>
      )}
    </LoadFailure>
  );
}

/**
 * Sets the page title. Rendered with the screen, so that its sentences are loaded, and before a step's bar, which sets
 * its own.
 */
function Title({ of }: { of: () => string }) {
  useLayoutEffect(() => {
    document.title = pageTitle(of());
  }, [of]);
  return null;
}

/** Loads its children's code when the page is idle, without rendering the app around it again. */
function Later({ isOnPhones, children }: { isOnPhones: boolean; children: ReactNode }) {
  return useIsWanted(isOnPhones) ? <Suspense fallback={null}>{children}</Suspense> : null;
}

export function App() {
  const name = routeNameOf(usePath());
  const credentials = useLinkCredentials();
  return (
    <>
      <OfflineBanner />
      <TopNav account={<AccountChip label={word('login.title')} />} />
      {name === null ? <UnknownPath /> : name === 'home' ? <ToIndex /> : <RouteBody key={name} name={name} />}
      {name !== 'index' && (
        <Later isOnPhones={false}>
          <Footer />
        </Later>
      )}
      {credentials !== null && (
        <Suspense>
          <AppSignInSheet credentials={credentials} />
        </Suspense>
      )}
      <Later isOnPhones>
        <Toaster />
      </Later>
    </>
  );
}
