/** What can be done on a service's card. */
import { Button } from '@mantine/core';
import classes from './Services.module.css';

interface CardButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly testId: string;
}

export function CardButton({ label, onClick, testId }: CardButtonProps) {
  return (
    <Button size="compact-sm" variant="default" className={classes.tryNow} onClick={onClick} data-testid={testId}>
      {label}
    </Button>
  );
}
