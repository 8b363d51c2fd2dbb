/** Pairs of a label and a value, one under the other, some with a button; empty ones are left out. */
import { Fragment, type ReactNode } from 'react';
import classes from './FactList.module.css';

export type Fact = readonly [label: string, value: string | null | undefined, action?: ReactNode];

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value, action]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={action === undefined ? undefined : classes.withAction}>
              <span>{breakable(value)}</span>
              {action}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** A path breaks between its folders; within a name only where that is too long for a line. */
function breakable(value: string): ReactNode[] {
  return value.split(/(?<=[/\\])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the path
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
