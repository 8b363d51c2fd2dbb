/** A folder or file chosen in the system's dialog: its path, a button to choose it, and one to clear it. */
import { ActionIcon, Box, Button, Group, Input, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface PathFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly path: string | null;
  readonly placeholder: string;
  readonly issue?: string | undefined;
  readonly onChoose: () => void;
  /** Omitted if a path is required. */
  readonly onClear?: () => void;
  readonly clearLabel?: string;
  /** Takes the focus when its sheet opens. */
  readonly isFirst?: boolean;
  readonly testId: string;
}

export function PathField(props: PathFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const clearLabel = props.clearLabel ?? t('actions.reset');
  return (
    <Input.Wrapper label={props.label} labelElement="div" description={props.help} error={props.issue} id={id}>
      <Group gap="xs" wrap="nowrap" mt={4}>
        <Box
          component="span"
          className="ellipsis selectable"
          flex={1}
          mih={30}
          px="xs"
          py={4}
          bd="1px solid var(--b-line)"
          bdrs="sm"
          bg="color-mix(in srgb, var(--b-text) 3%, transparent)"
          c={props.path === null ? 'dimmed' : undefined}
          title={props.path ?? props.placeholder}
          data-testid={`${props.testId}-path`}
        >
          {props.path ?? props.placeholder}
        </Box>
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
      </Group>
    </Input.Wrapper>
  );
}
