/** A button whose tooltip shows why it is disabled, or else its key. */
import { Button, type ButtonProps, Tooltip } from '@mantine/core';

interface ActionButtonProps extends ButtonProps {
  /** Why it is disabled, or null. */
  readonly why: string | null;
  readonly hint?: string;
  readonly onClick: () => void;
  readonly 'data-testid': string;
}

export function ActionButton({ why, hint, onClick, ...props }: ActionButtonProps) {
  return (
    <Tooltip label={why ?? hint} disabled={(why ?? hint) === undefined} multiline maw={280}>
      <Button
        {...props}
        aria-disabled={why === null ? undefined : true}
        aria-description={why ?? undefined}
        data-disabled={why === null ? undefined : true}
        onClick={() => why === null && onClick()}
      />
    </Tooltip>
  );
}
