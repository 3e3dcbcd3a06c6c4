import '../../words/load-other.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { word } from '../../words/word.ts';

export interface OpensSoonProps {
  title: string;
  lead: string;
  icon: IconName;
}

/** A route whose part of the service is not built yet says so, and leads back. */
export function OpensSoon({ title, lead, icon }: OpensSoonProps) {
  return (
    <>
      <AppBar title={title} />
      <main className="page">
        <div className="narrow col gap-28">
          <p className="muted">{lead}</p>
          <EmptyState
            icon={icon}
            title={word('soon.title')}
            body={word('soon.body')}
            action={
              <ButtonLink href="/" variant="soft" compact>
                {word('soon.home')}
              </ButtonLink>
            }
          />
        </div>
      </main>
    </>
  );
}
