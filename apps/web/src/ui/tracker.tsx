import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export type TrackerNodeState = 'done' | 'now' | 'later';

export interface TrackerNode {
  label: string;
  state: TrackerNodeState;
  /** Shown while the node is not done; a done node shows a tick. */
  icon: IconName;
  /** A time, or a word such as "in progress". */
  detail?: ReactNode;
}

const BETWEEN_FIRST_AND_LAST_PERCENT = 66.8;

/** Nodes from right to left. Green means that the server said so: the caller must never set `done` by a timer. */
export function Tracker({ nodes }: { nodes: readonly TrackerNode[] }) {
  const done = nodes.filter((node) => node.state === 'done').length;
  const reached = Math.min(
    Math.max(done - 1, 0) + (nodes.some((node) => node.state === 'now') ? 1 : 0),
    nodes.length - 1,
  );
  const progress = (reached / Math.max(nodes.length - 1, 1)) * BETWEEN_FIRST_AND_LAST_PERCENT;
  return (
    <ol className="tracker" style={{ '--progress': `${progress}%` } as CSSProperties}>
      {nodes.map((node) => (
        <li
          key={node.label}
          className={classes('tracker-node', node.state !== 'later' && node.state)}
          aria-current={node.state === 'now' ? 'step' : undefined}
          data-state={node.state}
        >
          <span className="dot">
            <Icon name={node.state === 'done' ? 'check' : node.icon} size="s" />
          </span>
          {node.label}
          {node.detail !== undefined && <span className="micro hint">{node.detail}</span>}
        </li>
      ))}
    </ol>
  );
}
