import { Button } from '@mantine/core';

interface CardButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly testId: string;
}

/** A small button on a card, alone in its line. */
export function CardButton({ label, onClick, testId }: CardButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      onClick={onClick}
      data-testid={testId}
    >
      {label}
    </Button>
  );
}
