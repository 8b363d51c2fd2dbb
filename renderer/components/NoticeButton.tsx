/** Where one goes on from a notice. */
import { Button } from '@mantine/core';

export interface WayOn {
  readonly label: string;
  readonly go: () => void;
}

export function NoticeButton({ label, go }: WayOn) {
  return (
    <Button size="compact-xs" variant="default" ml="xs" onClick={go} data-testid="notice-go">
      {label}
    </Button>
  );
}
