import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { word } from '../words/word.ts';
import { BlocksView } from './legal-lines.tsx';
import type { Section } from './legal-text.ts';

/** "#3" in the address names a section. */
function sectionInAddress(): string | null {
  return /^#(\d+)$/.exec(location.hash)?.[1] ?? null;
}

/**
 * Opens all sections for printing. Changes the elements directly, because printing starts when the event ends; their `toggle`
 * events then update the state.
 */
function useOpenWhenPrinted(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const open = (): void => root.current?.querySelectorAll('details').forEach((one) => (one.open = true));
    addEventListener('beforeprint', open);
    return () => removeEventListener('beforeprint', open);
  }, [root]);
}

/** Every numbered section opens by itself; a link, a search in the page and the printer open them too. */
export function LegalSections({ sections }: { sections: readonly Section[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([sectionInAddress() ?? '1']));
  const [section, setSection] = useState(sectionInAddress);
  const root = useRef<HTMLDivElement>(null);
  useOpenWhenPrinted(root);
  useEffect(() => {
    const follow = (): void => {
      const number = sectionInAddress();
      if (number !== null) setOpen((now) => new Set([...now, number]));
      setSection(number);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useLayoutEffect(() => {
    if (section !== null) document.getElementById(section)?.scrollIntoView({ block: 'start' });
  }, [section]);

  const isAllOpen = sections.every(({ number }) => open.has(number));
  const toggle = (number: string, isOpen: boolean): void =>
    setOpen((now) =>
      now.has(number) === isOpen
        ? now
        : new Set(isOpen ? [...now, number] : [...now].filter((one) => one !== number)),
    );
  return (
    <>
      <div className="legal-all">
        <Button
          variant="ghost"
          compact
          onPress={() => setOpen(new Set(isAllOpen ? [] : sections.map(({ number }) => number)))}
        >
          {isAllOpen ? word('legal.closeAll') : word('legal.openAll')}
        </Button>
      </div>
      <div className="list" ref={root}>
        {sections.map(({ number, title, blocks }) => (
          <details
            key={number}
            id={number}
            className="legal-section"
            open={open.has(number)}
            onToggle={({ currentTarget }) => toggle(number, currentTarget.open)}
          >
            <summary>
              <span className="hint" aria-hidden="true">
                {number}
              </span>
              <h3 className="fill">{title}</h3>
              <Icon name="chevron-down" size="s" />
            </summary>
            <div className="legal-body">
              <BlocksView blocks={blocks} />
            </div>
          </details>
        ))}
      </div>
    </>
  );
}
