/** What all fields have in common: label, help, "service default" or a way back to it, and why it has no effect. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../../contract/messages/format-message.ts';
import type { Field } from '../../../../contract/operations/operation-spec.ts';
import classes from '../../../forms/Fields.module.css';
import { defaultText } from './formLogic.ts';

interface FieldFrameProps {
  readonly field: Field;
  readonly isSet: boolean;
  readonly overriddenBy: string | null;
  readonly issue: string | undefined;
  /** Follows the field's own help. */
  readonly note?: string | undefined;
  /** Stands in place of "service default". */
  readonly state?: string | undefined;
  readonly onReset: () => void;
  /** Shown at the right of the label: the control itself, where it is small. */
  readonly inline?: ReactNode;
  readonly children?: ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { field, isSet, overriddenBy, issue, note, state, onReset, inline, children } = props;
  const { t } = useTranslation();
  const standard = defaultText(field);
  const why = overriddenBy && t('recipes.field.overridden', { field: overriddenBy });
  const help = joinSentences([field.help ?? '', note ?? ''].filter((each) => each !== ''));
  return (
    // biome-ignore lint/a11y/useSemanticElements: one field, not a set of them
    <div className={classes.field} role="group" aria-label={field.label} data-idle={overriddenBy !== null || undefined}>
      <div className={classes.top}>
        <span className={classes.label}>{field.label}</span>
        {why ? (
          <span className={classes.default} title={why}>
            {t('recipes.field.idle')}
          </span>
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
          <span className={classes.default} data-testid={`field-default-${field.name}`}>
            {state ??
              (standard === null ? t('recipes.field.default') : t('recipes.field.defaultIs', { value: standard }))}
          </span>
        )}
        <span className={classes.inline}>{inline}</span>
      </div>
      {children}
      {help && !why && <div className={classes.note}>{help}</div>}
      {issue && (
        <div className={classes.issue} role="alert" data-testid={`field-issue-${field.name}`}>
          {issue}
        </div>
      )}
    </div>
  );
}
