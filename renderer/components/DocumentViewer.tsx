/** A list at the left, and at the right the long text of what is chosen in it. */
import type { ReactNode } from 'react';
import classes from './DocumentViewer.module.css';

interface ReadingProps<Id extends string> {
  /** Of the list. */
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly name: string; readonly note?: string }[];
  readonly chosen: Id | null;
  readonly onChoose: (id: Id) => void;
  /** What the text is, for screen readers. */
  readonly textLabel: string;
  /** Each is drawn only while it is in sight. */
  readonly sections: readonly string[];
  /** Over the text. */
  readonly head?: ReactNode;
  readonly testId: string;
}

export function Reading<Id extends string>(props: ReadingProps<Id>) {
  const { label, items, chosen, onChoose, textLabel, sections, head, testId } = props;
  return (
    <div className={classes.reading}>
      <nav className={classes.list} aria-label={label}>
        {items.map(({ id, name, note }) => (
          <button
            key={id}
            type="button"
            className={classes.item}
            aria-current={id === chosen}
            onClick={() => onChoose(id)}
            data-testid={`${testId}-${id}`}
          >
            <span>{name}</span>
            {note !== undefined && <small>{note}</small>}
          </button>
        ))}
      </nav>
      <div className={classes.side}>
        {head}
        <section
          key={chosen}
          className={classes.text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
          tabIndex={0}
          aria-label={textLabel}
          data-testid={`${testId}-text`}
        >
          {sections.map((section, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name, and keep their order
            <pre key={index}>{section}</pre>
          ))}
        </section>
      </div>
    </div>
  );
}
