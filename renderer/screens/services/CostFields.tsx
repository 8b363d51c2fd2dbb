/** What a service charges, and how much it may cost: folded away. */
import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type OperationId, operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Costs } from '../../../contract/services/costs.ts';
import cards from '../../components/Cards.module.css';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import type { Fields } from '../../forms/bindFields.ts';
import { localizedOperation } from '../../forms/localizedOperation.ts';
import type { ProfileDraft } from './profileDraft.ts';
import classes from './Services.module.css';

interface CostFieldsProps {
  readonly costs: Costs;
  readonly onChange: (costs: Costs) => void;
  readonly field: Fields<ProfileDraft>;
  readonly issue: string | undefined;
}

const limits = ['askAbove', 'perDay', 'perMonth', 'keepBalance'] as const;

export function CostFields({ costs, onChange, field, issue }: CostFieldsProps) {
  const { t } = useTranslation();
  const isLimited = limits.some((limit) => costs[limit] !== null);
  const limitOf = (limit: (typeof limits)[number]) => ({
    label: t(`costs.form.${limit}`),
    value: costs[limit],
    onChange: (credits: number | null) => onChange({ ...costs, [limit]: credits }),
    testId: `service-${limit}`,
  });
  const setPrice = (operation: OperationId, credits: number | null) => {
    const { [operation]: _, ...prices } = costs.prices;
    onChange({ ...costs, prices: credits === null ? prices : { ...prices, [operation]: credits } });
  };
  return (
    <CollapsibleSection
      name="costs"
      title={t('costs.form.fold')}
      summary={isLimited ? t('costs.form.limited') : t('costs.form.none')}
      hasIssue={issue !== undefined}
    >
      <div className={cards.form}>
        <p className={classes.text}>{t('costs.form.text')}</p>
        {issue !== undefined && (
          <p className={classes.warn} role="alert">
            {t('costs.form.needNumber')}
          </p>
        )}
        <CreditsInput {...limitOf('askAbove')} description={t('costs.form.askAboveHelp')} />
        <CreditsInput {...limitOf('perDay')} />
        <CreditsInput {...limitOf('perMonth')} />
        <CreditsInput {...limitOf('keepBalance')} description={t('costs.form.keepBalanceHelp')} />
        <Checkbox
          label={t('costs.form.idempotency')}
          description={t('costs.form.idempotencyHelp')}
          {...field.check('idempotencyKeys', 'service-idempotency')}
        />
        <fieldset className={classes.prices}>
          <legend>{t('costs.form.prices')}</legend>
          <p className={classes.text}>{t('costs.form.pricesHelp')}</p>
          {operationIds.map((operation) => (
            <CreditsInput
              key={operation}
              label={localizedOperation(operation).title}
              value={costs.prices[operation] ?? null}
              placeholder={String(operations[operation].credits ?? t('costs.form.unknownPrice'))}
              onChange={(credits) => setPrice(operation, credits)}
              testId={`service-price-${operation}`}
            />
          ))}
        </fieldset>
      </div>
    </CollapsibleSection>
  );
}

interface CreditsInputProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: number | null;
  readonly onChange: (credits: number | null) => void;
  readonly testId: string;
}

/** An empty one is no number. */
function CreditsInput({ value, onChange, testId, ...rest }: CreditsInputProps) {
  return (
    <NumberInput
      {...rest}
      min={0}
      max={1_000_000_000}
      clampBehavior="strict"
      allowNegative={false}
      thousandSeparator=","
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
      data-testid={testId}
    />
  );
}
