/** A tool of the loupe: an icon, followed by its name if the toolbar has room. The tooltip shows name and key. */
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShortcutId } from '../../../../contract/app/shortcuts.ts';
import { useHint } from '../../../state/settings/keymap.ts';
import classes from './ToolButton.module.css';

interface ToolProps {
  readonly icon: Icon;
  readonly label: string;
  /** The text next to the icon: the beginning of `label`. */
  readonly name?: string;
  /** The command with the same key. */
  readonly command?: ShortcutId;
  /** For tools that stay on. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  /** Why it is unavailable, or null. */
  readonly why?: string | null;
  readonly onClick: () => void;
  readonly testId: string;
}

export function ToolButton({
  icon: Picture,
  label,
  name,
  command,
  isOn,
  isDisabled,
  why = null,
  onClick,
  testId,
}: ToolProps) {
  const hint = useHint();
  return (
    <Tooltip label={why ?? (command ? hint(label, command) : label)} multiline maw={280}>
      <ActionIcon
        className={classes.tool ?? ''}
        w="auto"
        miw={28}
        px={5}
        aria-label={why === null ? label : `${label}: ${why}`}
        aria-pressed={isOn}
        disabled={isDisabled}
        aria-disabled={why === null ? undefined : true}
        data-disabled={why === null ? undefined : true}
        onClick={() => why === null && onClick()}
        data-testid={testId}
      >
        <Picture size={18} aria-hidden />
        {name && <span className={classes.name}>{name}</span>}
      </ActionIcon>
    </Tooltip>
  );
}

/** Related tools, separated from others by a line. */
export function ToolGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group gap={2} wrap="nowrap" flex="none" className={classes.group ?? ''} role="group" aria-label={label}>
      {children}
    </Group>
  );
}
