/** A button with an icon, whose label is a tooltip. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface IconActionProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly testId: string;
}

export function IconAction({ label, icon: Picture, onClick, disabled = false, testId }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="md" aria-label={label} disabled={disabled} onClick={onClick} data-testid={testId}>
        <Picture size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
