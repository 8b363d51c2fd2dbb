/** A folder or file that is chosen in the system's dialog: its path, a button, and a way back to none. */
import { ActionIcon, Button, Input, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PathField.module.css';

interface PathFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly path: string | null;
  /** Shown where no path is chosen. */
  readonly placeholder: string;
  readonly issue?: string | undefined;
  readonly onChoose: () => void;
  /** Absent where a path must be chosen. */
  readonly onClear?: () => void;
  readonly clearLabel?: string;
  /** A sheet begins here. */
  readonly isFirst?: boolean;
  readonly testId: string;
}

export function PathField(props: PathFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const clearLabel = props.clearLabel ?? t('actions.reset');
  return (
    <Input.Wrapper label={props.label} labelElement="div" description={props.help} error={props.issue} id={id}>
      <div className={classes.row}>
        <span
          className={`${classes.path} ellipsis selectable`}
          data-empty={props.path === null || undefined}
          title={props.path ?? props.placeholder}
          data-testid={`${props.testId}-path`}
        >
          {props.path ?? props.placeholder}
        </span>
        {props.path !== null && props.onClear && (
          <Tooltip label={clearLabel}>
            <ActionIcon onClick={props.onClear} aria-label={clearLabel} data-testid={`${props.testId}-clear`}>
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={props.onChoose}
          data-autofocus={props.isFirst}
          aria-label={`${props.label}: ${t('actions.choose')}`}
          data-testid={`${props.testId}-choose`}
        >
          {t('actions.choose')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
