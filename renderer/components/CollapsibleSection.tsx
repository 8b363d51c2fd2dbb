/** Advanced fields, collapsed under a line that summarizes their values. */
import { Box, Stack, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useId } from 'react';
import { setSectionOpen, useOpenSections } from '../state/forms/collapsedSections.ts';
import classes from './CollapsibleSection.module.css';
import { Note } from './Note.tsx';

/** The id of the edited document; its sections stay open when the form is opened again. */
export const SectionScope = createContext('');

interface SectionHeaderProps {
  readonly title: string;
  /** The values of the fields in one line. */
  readonly summary: string;
  readonly isOpen: boolean;
  /** The id of the element that it opens. */
  readonly controls?: string;
  readonly onToggle: () => void;
  readonly testId: string;
}

export function SectionHeader({ title, summary, isOpen, controls, onToggle, testId }: SectionHeaderProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton
      display="flex"
      w="100%"
      miw={0}
      py={4}
      fz="inherit"
      lh="20px"
      style={{ gap: 4 }}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      data-testid={testId}
    >
      <Chevron size={16} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
      <Box component="span" flex="none">
        {title}
      </Box>
      {!isOpen && (
        <Note span lh="20px" miw={0} ml="xs" style={{ overflowWrap: 'anywhere' }}>
          {summary}
        </Note>
      )}
    </UnstyledButton>
  );
}

interface CollapsibleSectionProps {
  /** Unique in the form. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Whether a field is invalid: the section opens automatically and stays open until it is corrected. */
  readonly hasIssue?: boolean;
  readonly children: ReactNode;
}

export function CollapsibleSection({ name, title, summary, hasIssue = false, children }: CollapsibleSectionProps) {
  const key = `${useContext(SectionScope)}/${name}`;
  const id = useId();
  const wasOpened = useOpenSections(({ open }) => open.has(key));
  const isOpen = wasOpened || hasIssue;
  // Corrected fields stay visible.
  useEffect(() => {
    if (hasIssue) setSectionOpen(key, true);
  }, [hasIssue, key]);
  return (
    <div className={classes.section}>
      <Box fz="sm" fw={500}>
        <SectionHeader
          title={title}
          summary={summary}
          isOpen={isOpen}
          controls={id}
          onToggle={() => hasIssue || setSectionOpen(key, !isOpen)}
          testId={`fold-${name}`}
        />
      </Box>
      {isOpen && (
        <Stack id={id} gap="sm" py={6} pl={20}>
          {children}
        </Stack>
      )}
    </div>
  );
}
