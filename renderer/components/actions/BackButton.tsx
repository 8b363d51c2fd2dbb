import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';

interface BackButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly testId: string;
}

/** The button at the left of a bar that returns to the light table. */
export function BackButton({ label, onClick, testId }: BackButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={onClick}
      data-testid={testId}
      flex="none"
    >
      {label}
    </Button>
  );
}
