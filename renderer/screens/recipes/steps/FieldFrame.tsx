import { ActionIcon, Box, Group, Text, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../../contract/messages/format-message.ts';
import type { Field } from '../../../../contract/operations/operation-spec.ts';
import { Note } from '../../../components/Note.tsx';
import { defaultText } from './formLogic.ts';

interface FieldFrameProps {
  readonly field: Field;
  readonly isSet: boolean;
  readonly overriddenBy: string | null;
  readonly issue: string | undefined;
  /** Added to the field's help. */
  readonly note?: string | undefined;
  /** Replaces "service default". */
  readonly state?: string | undefined;
  readonly onReset: () => void;
  /** A small control, shown at the right of the label. */
  readonly inline?: ReactNode;
  readonly children?: ReactNode;
}

const FieldState = Text.withProps({ component: 'span', className: 'ellipsis', fz: 'xs', lh: 'inherit', c: 'dimmed' });

/** A field with its label and help, the button that resets it to the service's default, and the reason if it has no effect. */
export function FieldFrame(props: FieldFrameProps) {
  const { field, isSet, overriddenBy, issue, note, state, onReset, inline, children } = props;
  const { t } = useTranslation();
  const defaultValue = defaultText(field);
  const reason = overriddenBy && t('recipes.field.overridden', { field: overriddenBy });
  const help = joinSentences([field.help ?? '', note ?? ''].filter((each) => each !== ''));
  return (
    <Box py={6} role="group" aria-label={field.label}>
      <Group gap={8} wrap="nowrap" mih={28}>
        <Box component="span" flex="none" maw="70%" c={overriddenBy === null ? undefined : 'dimmed'}>
          {field.label}
        </Box>
        {reason ? (
          <FieldState title={reason}>{t('recipes.field.idle')}</FieldState>
        ) : isSet ? (
          <Tooltip label={t('recipes.field.reset')}>
            <ActionIcon
              size="xs"
              onClick={onReset}
              aria-label={t('recipes.field.reset')}
              data-testid={`field-reset-${field.name}`}
            >
              <IconRestore size={14} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <FieldState data-testid={`field-default-${field.name}`}>
            {state ??
              (defaultValue === null
                ? t('recipes.field.default')
                : t('recipes.field.defaultIs', { value: defaultValue }))}
          </FieldState>
        )}
        <Box component="span" flex="none" ml="auto">
          {inline}
        </Box>
      </Group>
      {children}
      {help && !reason && <Note>{help}</Note>}
      {issue && (
        <Note c="var(--b-failed)" role="alert" data-testid={`field-issue-${field.name}`}>
          {issue}
        </Note>
      )}
    </Box>
  );
}
