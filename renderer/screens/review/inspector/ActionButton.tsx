/** A button that shows in its tooltip why it does not work now, or else its key. */
import { Button, type ButtonProps, Tooltip } from '@mantine/core';

interface ActionButtonProps extends ButtonProps {
  /** The reason, or null if it works. */
  readonly why: string | null;
  /** Label and key. */
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
