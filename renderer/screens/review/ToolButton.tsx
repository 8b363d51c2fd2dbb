/** A tool of the loupe: an icon, with its name beside it if the bar has room, and name and key in its tooltip. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShortcutId } from '../../../contract/app/shortcuts.ts';
import { useHint } from '../../state/settings/keymap.ts';
import classes from './ToolButton.module.css';

interface ToolProps {
  readonly icon: Icon;
  readonly label: string;
  /** Its name beside the icon, the beginning of `label`; absent where the icon says it all. */
  readonly name?: string;
  /** Whose key its tooltip names. */
  readonly command?: ShortcutId;
  /** Of one that stays on. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  /** Why it cannot be used now. */
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

/** Tools that belong together; a line parts them from the others. */
export function ToolGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset
    <div className={classes.group} role="group" aria-label={label}>
      {children}
    </div>
  );
}
