import { useEffect, useState } from 'react';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { anonymousId, clientId, nanoId } from '../../browser/ids.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import type { HostFacts } from '../../host-app/host-app.ts';
import { storedDebugFlag } from '../../browser/debug-flag.ts';
import { packageName } from '../../browser/package-name.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedSpeed } from '../../browser/storage/device.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { usePageScope } from '../../page-scope.ts';
import { pageLocale, word } from '../../words/word.ts';
import { masked, RawLines, TestSection } from './test-section.tsx';

/** The build, and the settings that this page has detected. No secret is shown whole. */
export function BuildSection() {
  const page = usePageScope();
  const site = useSiteConfig();
  const isStored = useStored(storedDebugFlag) === true;
  const [app, setApp] = useState<HostFacts | null>(null);
  useEffect(() => {
    void hostApp(page).then(({ facts }) => setApp(facts));
  }, [page]);
  return (
    <TestSection title={word('test.build')}>
      <RawLines
        testId="test-build"
        of={[
          ['version', __SITE_VERSION__],
          ['website_version', site.kind === 'ready' ? site.config.websiteVersion : site.kind],
          ['language', pageLocale()],
          ['package', packageName(location.href, __SITE_PACKAGE__)],
          ['host', location.host],
          ['debug hosts', __DEBUG_HOSTS__.join(' ')],
          ['app', app === null ? 'browser' : `${app.platform} ${app.versionCode}`],
          ['client id', masked(clientId())],
          ['anonymous id', masked(anonymousId())],
          ['nano id', masked(nanoId())],
          ['last page', storedSpeed.read()],
          ['session key', masked(storedLogin.read()?.sessionKey ?? null)],
        ]}
      />
      <label className="row">
        <input
          type="checkbox"
          checked={isStored}
          onChange={() => (isStored ? storedDebugFlag.forget() : storedDebugFlag.write(true))}
        />
        {word('test.keepDebug')}
      </label>
    </TestSection>
  );
}
