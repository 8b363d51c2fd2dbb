/** Fields that are not needed every day, under a line that says what is set in them. */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useId } from 'react';
import { setSectionOpen, useOpenSections } from '../state/forms/collapsedSections.ts';
import classes from './CollapsibleSection.module.css';

/** What the folds of a form are remembered by: the id of what the form is about. */
export const SectionScope = createContext('');

interface FoldLineProps {
  readonly title: string;
  /** What is set inside, as a line of words. */
  readonly summary: string;
  readonly isOpen: boolean;
  /** The id of what opens. */
  readonly controls?: string;
  readonly onToggle: () => void;
  readonly testId: string;
}

export function SectionHeader({ title, summary, isOpen, controls, onToggle, testId }: FoldLineProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={classes.line}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      data-testid={testId}
    >
      <Chevron size={16} aria-hidden />
      <span>{title}</span>
      {!isOpen && <small>{summary}</small>}
    </button>
  );
}

interface FoldProps {
  /** Of its own in the form. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Something inside has to be put right: it opens by itself, and cannot be closed before. */
  readonly hasIssue?: boolean;
  readonly children: ReactNode;
}

export function CollapsibleSection({ name, title, summary, hasIssue = false, children }: FoldProps) {
  const key = `${useContext(SectionScope)}/${name}`;
  const id = useId();
  const wasOpened = useOpenSections(({ open }) => open.has(key));
  const isOpen = wasOpened || hasIssue;
  // What was put right stays in view.
  useEffect(() => {
    if (hasIssue) setSectionOpen(key, true);
  }, [hasIssue, key]);
  return (
    <div className={classes.fold}>
      <SectionHeader
        title={title}
        summary={summary}
        isOpen={isOpen}
        controls={id}
        onToggle={() => hasIssue || setSectionOpen(key, !isOpen)}
        testId={`fold-${name}`}
      />
      {isOpen && (
        <div id={id} className={classes.inside}>
          {children}
        </div>
      )}
    </div>
  );
}
